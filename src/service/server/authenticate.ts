/** Identifies the caller, and admits only those whom the route admits. */
import type { WireRequest, WireResponse } from "../../contract/wire.ts";
import { Problem } from "../../errors.ts";
import { agentPrefix } from "../core/agent.ts";
import { unauthorized } from "../core/answers.ts";
import type { Access } from "../core/public-route.ts";
import { refuseToVisitor } from "../core/visitor.ts";
import { buildChanges } from "../database/dialect.ts";
import { toolPrefix } from "../database/folder-token.ts";
import type { Queries } from "../database/tables.ts";
import type { TokenReference, UserPrincipal } from "../jobs/principal.ts";
import type { Exchange, Parts, RequestContext } from "./request-context.ts";
import {
  computeDigest,
  findBearer,
  findToken,
  folderLabel,
  isAdminToken,
  recordUse,
} from "./tokens.ts";

/**
 * Identifies the caller of a request again once it has waited: what it found at its arrival may be
 * over, as the token may be revoked, and an installation may have lost scopes.
 * @param db the transaction in which the request is carried out, if it is one
 * @throws Problem 401 if the caller is not who they were
 */
export async function authenticateAgain(exchange: Exchange, db: Queries): Promise<void> {
  const { context } = exchange;
  const { user, visitor } = context;
  forgetCaller(context);
  const parts = { ...exchange.parts, db };
  const refused = await authenticate({ ...exchange, parts });
  const isSame = context.user === user && context.visitor?.site === visitor?.site;
  if (refused === undefined && isSame) return;
  forgetCaller(context);
  throw new Problem(401, "The token was revoked or has expired while the request waited.");
}

function forgetCaller(context: RequestContext): void {
  delete context.user;
  delete context.visitor;
  delete context.agent;
  delete context.boundTo;
  delete context.token;
  delete context.principal;
}

/** Answers 401, with a page of explanation for browsers, unless the route admits the caller. */
export async function authenticate(exchange: Exchange): Promise<WireResponse | undefined> {
  const { request, address, context } = exchange;
  const access = getAccess(context);
  if (access === "anyone") return undefined;
  const { authorization } = request.headers;
  const secret = findBearer(authorization);
  if (access === "anonymous" && authorization === undefined) return undefined;
  if (secret !== undefined && (await admits(exchange, access, secret))) return undefined;
  if (!isBrowser(request)) return unauthorized();
  const { browserPage } = await import("./browser-page.ts");
  return browserPage(address.path);
}

async function admits(exchange: Exchange, access: Access, secret: string): Promise<boolean> {
  const { parts, context } = exchange;
  const { db } = parts;
  if (access === "admin") return isAdminToken(db, secret);
  // Read before the token: what changes after that is noticed later.
  context.changes = buildChanges(db);
  if (secret.startsWith(agentPrefix)) return admitsAgent(parts, context, secret);
  if (isSigned(secret) && (await admitsVisitor(exchange, secret))) return true;
  if (secret.startsWith(toolPrefix)) return admitsTool(exchange, secret);
  const token = await findUserToken(exchange, secret);
  if (token === undefined) return false;
  context.user = token.user;
  context.token = token.label;
  context.principal = createUserPrincipal(token.user, "tokens", secret);
  return true;
}

function createUserPrincipal(
  user: string,
  store: TokenReference["store"],
  secret: string,
): UserPrincipal {
  return { kind: "user", user, token: { store, hash: computeDigest(secret) } };
}

/** Also records the use, except that of the data folder's own token by a command in this process. */
async function findUserToken({ parts, request }: Exchange, secret: string) {
  const { db } = parts;
  const now = parts.now();
  const token = await findToken(db, secret, now);
  const isOwnCommand = request.from === undefined && token?.label === folderLabel;
  if (token !== undefined && !isOwnCommand) await recordUse(db, secret, token, now);
  return token;
}

/** Of somebody who has signed in by SAML, in a program. */
async function admitsTool(
  { parts: { db, now }, context }: Exchange,
  secret: string,
): Promise<boolean> {
  const { findToolUser } = await import("../areas/sign-in/sign-ins.ts");
  const known = await findToolUser(db, secret, now());
  if (known === undefined) return false;
  context.user = known.user;
  context.token = known.label;
  context.boundTo = known.boundTo;
  context.principal = createUserPrincipal(known.user, "sign_ins", secret);
  return true;
}

/** Tokens of docs sites are signed texts of three parts. */
function isSigned(secret: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret);
}

/** @throws Problem 403 for what is no operation by which a site is shown */
async function admitsVisitor({ parts, context }: Exchange, secret: string): Promise<boolean> {
  const { readSiteToken } = await import("../areas/published/site-token.ts");
  const call = { db: parts.db, secretBox: parts.secretBox, now: parts.now() };
  const visitor = await readSiteToken(call, secret);
  if (!visitor) return false;
  // What is no operation here is told as such to them, too.
  const isThere = context.match !== undefined && !("allowed" in context.match);
  if (isThere) refuseToVisitor(visitor, context.endpoint?.operation ?? "This");
  context.visitor = visitor;
  context.token = `Visitor of site ${visitor.site}`;
  return true;
}

/** An integration is admitted to operations, of which carry-out.ts asks whether they are open to it. */
async function admitsAgent(
  parts: Parts,
  context: RequestContext,
  secret: string,
): Promise<boolean> {
  const { match } = context;
  if (match !== undefined && "publicRoute" in match) return false;
  const { findAgent } = await import("../areas/integrations/agent-token.ts");
  const known = await findAgent(parts, secret);
  if (known === undefined) return false;
  context.user = known.user;
  context.token = known.label;
  context.agent = known.agent;
  const { integration } = known.agent;
  context.principal =
    known.agent.kind === "integration"
      ? { kind: "integration", integration, user: known.user }
      : {
          kind: "installation",
          integration,
          installation: known.agent.installation.id,
          user: known.user,
        };
  return true;
}

/** The route alone decides who is admitted; an unknown path requires a user's token. */
function getAccess({ match }: RequestContext): Access {
  if (match === undefined) return "user";
  if ("route" in match) return match.route.access;
  return "publicRoute" in match ? match.publicRoute.access : match.access;
}

/** Whether the request is from a browser: it accepts a page and has no token. */
function isBrowser({ method, headers }: Pick<WireRequest, "method" | "headers">): boolean {
  const { accept = "", authorization } = headers;
  return method === "GET" && authorization === undefined && /\btext\/html\b/.test(accept);
}

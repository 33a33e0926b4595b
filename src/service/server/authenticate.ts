/** Identifies the caller, and admits only those whom the route admits. */
import type { WireRequest, WireResponse } from "../../contract/wire.ts";
import { agentPrefix } from "../core/agent.ts";
import { unauthorized } from "../core/answers.ts";
import type { Access } from "../core/public-route.ts";
import { refuseToVisitor } from "../core/visitor.ts";
import { toolPrefix } from "../database/folder-token.ts";
import type { Exchange, Parts, RequestContext } from "./request-context.ts";
import { bearerOf, findToken, folderLabel, isAdminToken, recordUse } from "./tokens.ts";

/** Answers 401, with a page of explanation for browsers, unless the route admits the caller. */
export async function authenticate(exchange: Exchange): Promise<WireResponse | undefined> {
  const { request, address, context } = exchange;
  const access = accessOf(context);
  if (access === "anyone") return undefined;
  const { authorization } = request.headers;
  const secret = bearerOf(authorization);
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
  if (secret.startsWith(agentPrefix)) return admitsAgent(parts, context, secret);
  if (isSigned(secret) && (await admitsVisitor(exchange, secret))) return true;
  if (secret.startsWith(toolPrefix)) return admitsTool(exchange, secret);
  const token = await findUserToken(exchange, secret);
  if (token === undefined) return false;
  exchange.context.user = token.user;
  exchange.context.token = token.label;
  return true;
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
  return true;
}

/** The route alone decides who is admitted; an unknown path requires a user's token. */
function accessOf({ match }: RequestContext): Access {
  if (match === undefined) return "user";
  if ("route" in match) return match.route.access;
  return "publicRoute" in match ? match.publicRoute.access : match.access;
}

/** Whether the request is from a browser: it accepts a page and has no token. */
function isBrowser({ method, headers }: Pick<WireRequest, "method" | "headers">): boolean {
  const { accept = "", authorization } = headers;
  return method === "GET" && authorization === undefined && /\btext\/html\b/.test(accept);
}

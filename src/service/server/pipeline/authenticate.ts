/** Authentication: identifies the caller and checks that the route admits them. */
import type { WireRequest, WireResponse } from "../../../contract/wire.ts";
import { ApiError } from "../../../errors.ts";
import type { KnownAgent } from "../../areas/integrations/installations/agent-token.ts";
import { agentPrefix } from "../../core/access/agent.ts";
import { refuseToVisitor } from "../../core/access/visitor.ts";
import { createUnauthorizedResponse } from "../../core/deferred-response.ts";
import type { Access } from "../../core/public-route.ts";
import { readDataState } from "../../database/data-state.ts";
import { toolPrefix } from "../../database/folder-token.ts";
import type { Queries } from "../../database/tables.ts";
import type { TokenReference, UserPrincipal } from "../../jobs/principal.ts";
import {
  computeDigest,
  findBearer,
  findToken,
  folderLabel,
  isAdminToken,
  recordUse,
} from "../tokens.ts";
import type { PipelineExchange, PipelineParts, RequestContext } from "./request-context.ts";

/**
 * Authenticates the caller again after the request has waited, because the token may have been
 * revoked or an installation may have lost scopes.
 * @param db the transaction of the request, if there is one
 * @throws ApiError 401 if the token is no longer valid
 */
export async function authenticateAgain(exchange: PipelineExchange, db: Queries): Promise<void> {
  const { context } = exchange;
  const { visitor, user = undefined, owner = user } = context;
  // A copy, because a transaction that is retried after an error still needs the caller.
  const renewed = { ...context, hasWaited: false };
  forgetCaller(renewed);
  const parts = { ...exchange.parts, db };
  const refusal = await authenticate({ ...exchange, parts, context: renewed });
  const isSame = renewed.user === owner && renewed.visitor?.site === visitor?.site;
  forgetCaller(context);
  if (refusal === undefined && isSame) {
    Object.assign(context, renewed);
    return;
  }
  throw new ApiError(401, "The token was revoked or expired while the request was waiting.");
}

function forgetCaller(context: RequestContext): void {
  delete context.user;
  delete context.owner;
  delete context.visitor;
  delete context.agent;
  delete context.boundTo;
  delete context.token;
  delete context.principal;
}

/** Responds with 401, and with an explanatory page for browsers, unless the route admits the caller. */
export async function authenticate(exchange: PipelineExchange): Promise<WireResponse | undefined> {
  const { request, address, context } = exchange;
  const access = getAccess(context);
  if (access === "anyone") return undefined;
  if (access === "session") return admitSession(exchange);
  const { authorization } = request.headers;
  const secret = findBearer(authorization);
  if (access === "anonymous" && authorization === undefined) return undefined;
  if (secret !== undefined && (await admits(exchange, access, secret))) return undefined;
  if (!isBrowser(request)) return createUnauthorizedResponse();
  const { createBrowserPage } = await import("../browser-page.ts");
  return createBrowserPage(address.path);
}

/** Authenticates a browser by its cookie. Responds with a page that explains how to sign in. */
async function admitSession({
  parts,
  request,
  address,
  context,
}: PipelineExchange): Promise<WireResponse | undefined> {
  const { findAppSession } = await import("../../areas/app-pages/session.ts");
  // Read before the token, so that later changes are noticed.
  context.dataState = readDataState(parts.db);
  const call = { db: parts.db, secretBox: parts.secretBox, now: parts.now() };
  const session = await findAppSession(call, request.headers.cookie);
  if (session === undefined) {
    const { signInPage } = await import("../../areas/app-pages/layout.ts");
    return signInPage(address);
  }
  context.user = session.user;
  if (session.boundTo !== undefined) context.boundTo = session.boundTo;
  context.token = "Browser session";
  context.principal = { kind: "user", user: session.user, token: session.token };
  return undefined;
}

/** Whether an Authorization header has a valid token of any kind. */
export async function isAuthentic(
  parts: PipelineParts,
  authorization: string | undefined,
): Promise<boolean> {
  const secret = findBearer(authorization);
  if (secret === undefined) return false;
  const context: RequestContext = { id: "", method: "GET", parts: [] };
  const request = { from: "" };
  return (
    (await admits({ parts, context, request }, "user", secret)) || isAdminToken(parts.db, secret)
  );
}

/** The parts of an exchange that identify the caller. */
type TokenExchange = Pick<PipelineExchange, "parts" | "context"> & {
  readonly request: Pick<WireRequest, "from">;
};

async function admits(exchange: TokenExchange, access: Access, secret: string): Promise<boolean> {
  const { parts, context } = exchange;
  const { db } = parts;
  if (access === "admin") return isAdminToken(db, secret);
  // Read before the token, so that later changes are noticed.
  context.dataState = readDataState(db);
  if (secret.startsWith(agentPrefix)) return admitsAgent(parts, context, secret);
  if (isSigned(secret) && (await admitsVisitor(exchange, secret))) return true;
  if (secret.startsWith(toolPrefix)) return admitsTool(exchange, secret);
  const token = await findUserToken(exchange, secret);
  if (token === undefined) return false;
  context.user = token.user;
  context.token = token.label;
  context.principal = createUserPrincipal(token.user, "tokens", token.hash);
  return true;
}

function createUserPrincipal(
  user: string,
  store: TokenReference["store"],
  hash: string,
): UserPrincipal {
  return { kind: "user", user, token: { store, hash } };
}

/** Records the use of the token, except for the data folder's token used by a command in this process. */
async function findUserToken({ parts, request }: TokenExchange, secret: string) {
  const { db } = parts;
  const now = parts.now();
  const token = await findToken(db, secret, now);
  const isOwnCommand = request.from === undefined && token?.label === folderLabel;
  if (token !== undefined && !isOwnCommand) await recordUse(db, token, now);
  return token;
}

/** Authenticates a program of a user who signed in by SAML. */
async function admitsTool(
  { parts: { db, now }, context }: TokenExchange,
  secret: string,
): Promise<boolean> {
  const { findToolUser } = await import("../../areas/sign-in/sign-ins.ts");
  const toolUser = await findToolUser(db, secret, now());
  if (toolUser === undefined) return false;
  context.user = toolUser.user;
  context.token = toolUser.label;
  context.boundTo = toolUser.boundTo;
  context.principal = createUserPrincipal(toolUser.user, "sign_ins", computeDigest(secret));
  return true;
}

/** Tokens of docs sites are signed and consist of three parts. */
function isSigned(secret: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret);
}

/** @throws ApiError 403 for operations that visitors may not use */
async function admitsVisitor({ parts, context }: TokenExchange, secret: string): Promise<boolean> {
  const { readSiteToken } = await import("../../areas/site-lookup/site-token.ts");
  const call = { db: parts.db, secretBox: parts.secretBox, now: parts.now() };
  const visitor = await readSiteToken(call, secret);
  if (!visitor) return false;
  // Requests without an operation get the same response as from other callers.
  const isThere = context.match !== undefined && !("allowed" in context.match);
  if (isThere) refuseToVisitor(visitor, context.endpoint?.operation ?? "This");
  context.visitor = visitor;
  context.token = `Visitor of site ${visitor.site}`;
  return true;
}

/** An integration may call operations; carry-out.ts checks which. */
async function admitsAgent(
  parts: PipelineParts,
  context: RequestContext,
  secret: string,
): Promise<boolean> {
  const { match } = context;
  if (match !== undefined && "publicRoute" in match) return false;
  const { findAgent } = await import("../../areas/integrations/installations/agent-token.ts");
  const knownAgent = await findAgent(parts, secret);
  if (knownAgent === undefined) return false;
  setAgent(context, knownAgent);
  return true;
}

/** Sends the rest of a request of an integration as one of its installations. */
export function actAs(context: RequestContext, installation: KnownAgent): void {
  const { user } = context;
  setAgent(context, installation);
  if (user !== undefined) context.owner = user;
}

function setAgent(context: RequestContext, { user, label, agent }: KnownAgent): void {
  const { integration } = agent;
  context.user = user;
  context.token = label;
  context.agent = agent;
  context.principal =
    agent.kind === "integration"
      ? { kind: "integration", integration, user }
      : { kind: "installation", integration, installation: agent.installation.id, user };
}

/** The access level of the route; an unknown path requires a user token. */
function getAccess({ match }: RequestContext): Access {
  if (match === undefined) return "user";
  if ("route" in match) return match.route.access;
  return "publicRoute" in match ? match.publicRoute.access : match.access;
}

/** Whether the request is from a browser: it accepts HTML and has no token. */
function isBrowser({ method, headers }: Pick<WireRequest, "method" | "headers">): boolean {
  const { accept = "", authorization } = headers;
  return method === "GET" && authorization === undefined && /\btext\/html\b/.test(accept);
}

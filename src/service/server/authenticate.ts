/** Identifies the caller, and admits only those whom the route admits. */
import type { WireRequest, WireResponse } from "../../contract/wire.ts";
import { agentPrefix } from "../core/agent.ts";
import { unauthorized } from "../core/answers.ts";
import type { Access } from "../core/public-route.ts";
import type { Exchange, Parts, RequestContext } from "./request-context.ts";
import { bearerOf, findToken, isAdminToken } from "./tokens.ts";

/** Answers 401, with a page of explanation for browsers, unless the route admits the caller. */
export async function authenticate(exchange: Exchange): Promise<WireResponse | undefined> {
  const { request, address, context } = exchange;
  const access = accessOf(context);
  if (access === "anyone") return undefined;
  const secret = bearerOf(request.headers.authorization);
  if (secret !== undefined && (await admits(exchange, access, secret))) return undefined;
  if (!isBrowser(request)) return unauthorized();
  const { browserPage } = await import("./browser-page.ts");
  return browserPage(address.path);
}

async function admits(
  { parts, context }: Exchange,
  access: Access,
  secret: string,
): Promise<boolean> {
  const { db } = parts;
  if (access === "admin") return isAdminToken(db, secret);
  if (secret.startsWith(agentPrefix)) return admitsAgent(parts, context, secret);
  const token = await findToken(db, secret);
  if (token === undefined) return false;
  context.user = token.user;
  context.token = token.label;
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

/** Finds out who is asking, and lets nobody in whom the route does not let in. */
import type { WireRequest, WireResponse } from "../../contract/wire.ts";
import { unauthorized } from "../core/answers.ts";
import type { Access } from "../core/public-route.ts";
import type { Exchange, RequestContext } from "./request-context.ts";
import { bearerOf, isAdminToken, userOfToken } from "./tokens.ts";

/** Answers 401, and a page of explanation to a person with a browser, unless the route lets the caller in. */
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
  { parts: { db }, context }: Exchange,
  access: Access,
  secret: string,
): Promise<boolean> {
  if (access === "admin") return isAdminToken(db, secret);
  const user = await userOfToken(db, secret);
  if (user !== undefined) context.user = user;
  return user !== undefined;
}

/** Who may enter is said by the route alone; if nothing is there, a user's token is asked for. */
function accessOf({ found }: RequestContext): Access {
  if (found === undefined) return "user";
  if ("route" in found) return found.route.access;
  return "publicRoute" in found ? found.publicRoute.access : found.access;
}

/** Whether a person came by a browser: it asks for a page and brings no token. */
function isBrowser({ method, headers }: Pick<WireRequest, "method" | "headers">): boolean {
  const { accept = "", authorization } = headers;
  return method === "GET" && authorization === undefined && /\btext\/html\b/.test(accept);
}

/** The two cookies of a browser that signs in: of the request it was sent away with, and of the session. */
import type { PublicRequest } from "../../core/public-route.ts";
import { findSignIn, type SignedIn } from "./sign-ins.ts";

/** Below this path alone is the session sent, so that no site and no API call sees it. */
export const sessionPath = "/_signin";
const sessionName = "tome-session";
const requestName = "tome-sign-in";
const purpose = "requests to identity providers";

/** A request to an identity provider. Whoever comes back must be the browser that left. */
export interface SentRequest {
  readonly id: string;
  readonly provider: string;
  /** Where the person wants to go afterwards. */
  readonly next: string;
  /** In milliseconds since 1970. */
  readonly until: number;
}

function cookieIn({ request }: Pick<PublicRequest, "request">, name: string): string | undefined {
  const all = (request.headers.cookie ?? "").split(/;\s*/);
  return all.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
}

function buildCookie(
  { base }: Pick<PublicRequest, "base">,
  name: string,
  value: string,
  { path, seconds }: { readonly path: string; readonly seconds?: number },
): string {
  const end = seconds === undefined ? "" : `; Max-Age=${seconds}`;
  const secure = base.startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax${end}${secure}`;
}

export async function requestCookie(
  request: PublicRequest,
  path: string,
  sent: SentRequest,
): Promise<string> {
  const value = await request.secretBox.seal(JSON.stringify(sent), purpose);
  return buildCookie(request, requestName, value, { path });
}

/** @returns absent if the browser was sent nowhere, or too long ago */
export async function readRequestCookie(request: PublicRequest): Promise<SentRequest | undefined> {
  const value = cookieIn(request, requestName);
  if (value === undefined) return undefined;
  const text = await request.secretBox.open(value, purpose).catch((): undefined => undefined);
  if (text === undefined) return undefined;
  // Encrypted by this platform.
  const sent: SentRequest = JSON.parse(text);
  return sent.until > request.now.getTime() ? sent : undefined;
}

export function sessionCookie(request: PublicRequest, secret: string): string {
  return buildCookie(request, sessionName, secret, { path: sessionPath });
}

export function noSessionCookie(request: PublicRequest): string {
  return buildCookie(request, sessionName, "", { path: sessionPath, seconds: 0 });
}

export function sessionSecret(request: PublicRequest): string | undefined {
  return cookieIn(request, sessionName);
}

/** Who is signed in, in the browser that asks. */
export async function findSession(request: PublicRequest): Promise<SignedIn | undefined> {
  const secret = sessionSecret(request);
  return secret === undefined ? undefined : findSignIn(request.db, secret, "browser", request.now);
}

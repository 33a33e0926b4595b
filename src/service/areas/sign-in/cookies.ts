/** Cookies of the sign-in: the pending request to the identity provider, and the session. */
import { listCookies } from "../../core/cookies.ts";
import type { PublicRequest } from "../../core/public-route.ts";
import { findSignIn, type SignedIn } from "./sign-ins.ts";

/** Path of the session cookie, which keeps it from being sent to sites and the API. */
export const sessionPath = "/_signin";
const sessionName = "tome-session";
const requestName = "tome-sign-in";
const purpose = "requests to identity providers";

/** A pending request to an identity provider, which binds the response to the browser that sent the request. */
export interface SentRequest {
  readonly id: string;
  readonly provider: string;
  /** The page to which the browser is redirected after the sign-in. */
  readonly next: string;
  /** In milliseconds since 1970. */
  readonly until: number;
}

function findCookie({ request }: Pick<PublicRequest, "request">, name: string): string | undefined {
  return listCookies(request.headers.cookie, name)[0];
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

/** @returns undefined if the browser has no pending request, or it has expired */
export async function readRequestCookie(request: PublicRequest): Promise<SentRequest | undefined> {
  const value = findCookie(request, requestName);
  if (value === undefined) return undefined;
  const text = await request.secretBox.open(value, purpose).catch((): undefined => undefined);
  if (text === undefined) return undefined;
  // The text was encrypted by this platform.
  const sent: SentRequest = JSON.parse(text);
  return sent.until > request.now.getTime() ? sent : undefined;
}

export function createSessionCookie(request: PublicRequest, secret: string): string {
  return buildCookie(request, sessionName, secret, { path: sessionPath });
}

export function createEmptySessionCookie(request: PublicRequest): string {
  return buildCookie(request, sessionName, "", { path: sessionPath, seconds: 0 });
}

export function readSessionSecret(request: PublicRequest): string | undefined {
  return findCookie(request, sessionName);
}

/** The session of the requesting browser. */
export async function findSession(request: PublicRequest): Promise<SignedIn | undefined> {
  const secret = readSessionSecret(request);
  return secret === undefined ? undefined : findSignIn(request.db, secret, "browser", request.now);
}

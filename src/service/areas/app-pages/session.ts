/**
 * Sessions of browsers that show workspace pages. A session belongs to the token that created it and
 * ends with it. The cookie is encrypted and contains no token.
 */
import { findTokenHolder, type TokenHolder } from "../../core/access/token-holders.ts";
import { appPath } from "../../core/app-urls.ts";
import { listCookies } from "../../core/cookies.ts";
import type { PublicRequest } from "../../core/public-route.ts";
import type { TokenReference } from "../../jobs/principal.ts";
import { isUsed } from "../sign-in/single-use.ts";

const cookieName = "tome-app";
const purpose = "sessions of workspace pages";

/** In milliseconds. */
const lifetime = 12 * 60 * 60 * 1000;

interface StoredAppSession {
  readonly id: string;
  /** The id of the user. */
  readonly user: string;
  readonly token: TokenReference;
  /** In milliseconds since 1970. */
  readonly until: number;
}

export interface AppSession extends StoredAppSession, Pick<TokenHolder, "boundTo"> {}

type SessionCall = Pick<PublicRequest, "db" | "secretBox" | "now">;

/** The parts that mark a session as ended. */
export function getEndMark({ id }: Pick<StoredAppSession, "id">): readonly string[] {
  return ["app session", id];
}

/** The Set-Cookie header of a new session. */
export async function buildSessionCookie(
  request: PublicRequest,
  session: Omit<StoredAppSession, "until">,
): Promise<string> {
  const until = request.now.getTime() + lifetime;
  const stored: StoredAppSession = { ...session, until };
  return buildCookie(request, await request.secretBox.seal(JSON.stringify(stored), purpose));
}

/** The Set-Cookie header that removes the cookie. */
export function buildEmptyCookie(request: PublicRequest): string {
  return `${buildCookie(request, "")}; Max-Age=0`;
}

function buildCookie({ base }: Pick<PublicRequest, "base">, value: string): string {
  const secure = base.startsWith("https:") ? "; Secure" : "";
  return `${cookieName}=${value}; Path=${appPath}; HttpOnly; SameSite=Lax${secure}`;
}

/**
 * @param cookies the Cookie header
 * @returns undefined without a session, and for a session that has ended or whose token is no longer valid
 */
export async function findAppSession(
  call: SessionCall,
  cookies: string | undefined,
): Promise<AppSession | undefined> {
  // A browser may send cookies of other programs on the same host too.
  for (const value of listCookies(cookies, cookieName).slice(0, 5)) {
    const session = await openSession(call, value);
    if (session) return session;
  }
  return undefined;
}

async function openSession(
  { db, secretBox, now }: SessionCall,
  value: string,
): Promise<AppSession | undefined> {
  const text = await secretBox.open(value, purpose).catch((): undefined => undefined);
  if (text === undefined) return undefined;
  // The text was encrypted by this platform.
  const session: StoredAppSession = JSON.parse(text);
  if (session.until <= now.getTime() || (await isUsed(db, getEndMark(session)))) return undefined;
  const holder = await findTokenHolder(db, session.token, now);
  return holder?.user === session.user ? { ...session, boundTo: holder.boundTo } : undefined;
}

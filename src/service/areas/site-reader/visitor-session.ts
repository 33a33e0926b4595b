/**
 * Credentials of a visitor in an encrypted cookie: a visitor token, a preview token or the key of a
 * share link. They are checked again with each request, so that a revoked link or an expired token
 * grants no access. Long tokens are in the database, because proxies limit the length of headers
 * (nginx: 4 KB for a response).
 */
import { createHash } from "node:crypto";
import type { Claims } from "../../../document/condition.ts";
import { listCookies } from "../../core/cookies.ts";
import type { PublicRequest } from "../../core/public-route.ts";
import { findSiteByUrl } from "../site-lookup/resolve-url.ts";
import { isClaims } from "../sites/visitors/published.ts";
import type { VisitorRequest } from "./visitor-request.ts";

export interface VisitorSession {
  /** The visitor's JWT. */
  readonly token?: string;
  /** The key of a share link. */
  readonly key?: string;
  /** Unsigned claims from the URL. */
  readonly unsigned?: Claims;
  /** A preview token. */
  readonly preview?: string;
  /** The id of the change request in the preview; empty for none. */
  readonly changeRequest?: string;
}

/** The content of the cookie. */
interface StoredSession extends VisitorSession {
  /** The site to which it belongs: sites below a path of one host receive each other's cookies. */
  readonly site?: string;
  /** The digest of a token in the database. */
  readonly tokenHash?: string;
  /** The digest of a preview token in the database. */
  readonly previewHash?: string;
}

const name = "tome-visitor";
const purpose = "visitors of published sites";
/** The longest token in the cookie, in characters. */
const longestInCookie = 800;
/** Maximum length of the cookie's value, in characters. Browsers reject cookies over 4096 bytes. */
const maxLength = 3800;
/** A browser sends several cookies of one name if they have different paths. */
const maxCookies = 4;
/** The longest time for which a token without expiry is stored, in milliseconds. */
const maxLifetime = 30 * 24 * 60 * 60 * 1000;

type SessionRequest = Pick<PublicRequest, "db" | "now" | "base" | "secretBox" | "request">;

/** @returns the session of the requested site; empty if there is none */
export async function readSession(request: SessionRequest): Promise<VisitorSession> {
  const cookies = listCookies(request.request.headers.cookie, name).slice(0, maxCookies);
  const sessions: StoredSession[] = [];
  for (const cookie of new Set(cookies)) {
    const session = await openCookie(request, cookie);
    if (session) sessions.push(session);
  }
  if (sessions.length === 0) return {};
  const site = await findSiteByUrl(request, request.request.url);
  const session =
    sessions.find((one) => one.site === site?.id) ?? sessions.find((one) => one.site === undefined);
  if (!session) return {};
  const { site: _, tokenHash, previewHash, ...stored } = session;
  const [token, preview] = [
    await findToken(request, tokenHash),
    await findToken(request, previewHash),
  ];
  return {
    ...stored,
    ...(token !== undefined && { token }),
    ...(preview !== undefined && { preview }),
  };
}

/** @returns undefined if it cannot be decrypted */
async function openCookie(
  { secretBox }: SessionRequest,
  cookie: string,
): Promise<StoredSession | undefined> {
  if (cookie.length > maxLength) return undefined;
  try {
    const value: unknown = JSON.parse(await secretBox.open(cookie, purpose));
    return isClaims(value) ? readStored(value) : undefined;
  } catch {
    return undefined;
  }
}

function readStored(value: Readonly<Record<string, unknown>>): StoredSession {
  const { token, key, unsigned, preview, changeRequest, site, tokenHash, previewHash } = value;
  return {
    ...(typeof token === "string" && { token }),
    ...(typeof key === "string" && { key }),
    ...(isClaims(unsigned) && { unsigned }),
    ...(typeof preview === "string" && { preview }),
    ...(typeof changeRequest === "string" && { changeRequest }),
    ...(typeof site === "string" && { site }),
    ...(typeof tokenHash === "string" && { tokenHash }),
    ...(typeof previewHash === "string" && { previewHash }),
  };
}

/**
 * @param siteId the site that accepted the credentials
 * @returns the value of Set-Cookie
 */
export async function createSessionCookie(
  request: SessionRequest & Pick<VisitorRequest, "mount">,
  session: VisitorSession,
  siteId: string,
): Promise<string> {
  const { secretBox, mount, request: wire } = request;
  const { token, preview, unsigned, ...rest } = session;
  const stored: StoredSession = {
    ...rest,
    site: siteId,
    ...(token !== undefined &&
      (isShort(token) ? { token } : { tokenHash: await storeToken(request, token, siteId) })),
    ...(preview !== undefined &&
      (isShort(preview)
        ? { preview }
        : { previewHash: await storeToken(request, preview, siteId) })),
  };
  const seal = (value: StoredSession) => secretBox.seal(JSON.stringify(value), purpose);
  const whole = await seal({ ...stored, ...(unsigned && { unsigned }) });
  // Claims that do not fit are not worth a failed sign-in.
  const value = whole.length > maxLength ? await seal(stored) : whole;
  const secure = wire.url.startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}; Path=${mount === "" ? "/" : mount}; HttpOnly; SameSite=Lax${secure}`;
}

function isShort(token: string): boolean {
  return token.length <= longestInCookie;
}

/** Stores a valid token until it expires. @returns its digest */
async function storeToken(
  { db, now, secretBox }: SessionRequest,
  token: string,
  siteId: string,
): Promise<string> {
  const hash = createHash("sha256")
    .update(JSON.stringify([siteId, token]))
    .digest("hex");
  await db.deleteFrom("visitor_tokens").where("expires_at", "<", now.toISOString()).execute();
  const end = Math.min(readExpiry(token) ?? Number.POSITIVE_INFINITY, now.getTime() + maxLifetime);
  await db
    .insertInto("visitor_tokens")
    .values({
      hash,
      site_id: siteId,
      sealed_token: await secretBox.seal(token, purpose),
      expires_at: new Date(end).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return hash;
}

async function findToken(
  { db, secretBox }: SessionRequest,
  hash: string | undefined,
): Promise<string | undefined> {
  if (hash === undefined) return undefined;
  const row = await db
    .selectFrom("visitor_tokens")
    .select("sealed_token")
    .where("hash", "=", hash)
    .executeTakeFirst();
  if (!row) return undefined;
  try {
    return await secretBox.open(row.sealed_token, purpose);
  } catch {
    // The encryption key was replaced.
    return undefined;
  }
}

/** The expiry of a verified JWT with its tolerance, in milliseconds. */
function readExpiry(token: string): number | undefined {
  const payload: unknown = JSON.parse(
    Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"),
  );
  const exp = isClaims(payload) ? payload.exp : undefined;
  return typeof exp === "number" ? (exp + 60) * 1000 : undefined;
}

/**
 * Signed URLs, which give access to one resource without a token for a limited time, so that
 * browsers and other programs can open them. The signature covers the resource, the user and the
 * expiry, so a URL cannot be forged or changed. It gives access only if the user may see the
 * resource at the time of the request.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { ApiError } from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";
import { readFact } from "../database/facts.ts";
import type { Queries } from "../database/tables.ts";
import { resolveReader } from "./access/visitor.ts";
import type { Call } from "./handlers.ts";
import type { PublicHandler } from "./public-route.ts";

/** The fact with the signing key, in base64url; each installation has its own. */
export const downloadKeyFact = "download-key";

export interface Download {
  readonly contentType: string;
  readonly body: AsyncIterable<Uint8Array>;
  /** Sent as an attachment, so that a browser does not run it. */
  readonly attached?: boolean;
}

/**
 * Creates the response when a signed URL is opened.
 * @param subject the subject that was passed to `signUrl`
 * @param call its caller is the user for whom the URL was signed; for a visitor see `resolveReader`
 * @throws ApiError 404 if the resource no longer exists, or the user may no longer see it
 */
export type Opener = (
  subject: unknown,
  call: Pick<Call, "db" | "now" | "caller">,
) => Promise<Download>;

/** The openers by kind, each loaded by the first URL of its kind. */
export type Openers = Readonly<Record<string, () => Promise<Opener>>>;

type DownloadCall = Pick<Call, "db" | "now" | "base" | "caller" | "visitor">;

export interface SignedDownload {
  /** The kind of the opener. */
  readonly kind: string;
  /** JSON that identifies the resource; small, because it is part of the URL. */
  readonly subject: unknown;
  /** The name of the downloaded file: `change-request-3.pdf`. */
  readonly name: string;
  /** The validity in seconds. */
  readonly seconds: number;
}

/** @returns the URL, below the base URL of the call */
export async function signUrl(call: DownloadCall, signed: SignedDownload): Promise<string> {
  return (await createUrlSigner(call))(signed);
}

/** Signs many URLs without a query for each. */
export async function createUrlSigner(
  call: DownloadCall,
): Promise<(signed: SignedDownload) => string> {
  const { db, now, base } = call;
  const [key, reader] = [await readOrCreateKey(db), resolveReader(call)];
  return ({ kind, subject, name, seconds }) => {
    const until = Math.floor(now.getTime() / 1000) + seconds;
    const encodedSubject = Buffer.from(JSON.stringify([until, reader, subject])).toString(
      "base64url",
    );
    // As a path segment, "." and ".." have a special meaning.
    const safe = /^\.\.?$/.test(name) ? "file" : name;
    const path = `${kind}/${encodedSubject}/${encodeURIComponent(safe)}`;
    return `${base}/_download/${computeSignature(key, path)}/${path}`;
  };
}

/**
 * Handles a request for a signed URL.
 * @throws ApiError 404 for an invalid signature, 410 for an expired URL
 */
export const openDownload =
  (openers: Openers): PublicHandler =>
  async ({ db, now, path }) => {
    const { seal = "", kind = "", told = "" } = path;
    const name = encodeURIComponent(path.name ?? "");
    const key = await readFact(db, downloadKeyFact);
    const opener = findOwn(openers, kind);
    const right =
      key === undefined ? undefined : computeSignature(deriveKey(key), `${kind}/${told}/${name}`);
    if (!opener || !right || !isSignature(seal, right)) {
      throw opensNothing();
    }
    const [until, caller, subject] = JSON.parse(Buffer.from(told, "base64url").toString("utf8"));
    // URLs of an earlier version contained no user; they were valid for at most a day.
    if (subject === undefined) throw opensNothing();
    if (now.getTime() >= Number(until) * 1000) {
      throw new ApiError(410, "This URL has expired. Request a new one.");
    }
    const open = await opener();
    const { contentType, body, attached } = await open(subject, { db, now, caller });
    return {
      status: 200,
      headers: {
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
        "content-type": contentType,
        // Prevents scripts from running if a browser displays it as a page.
        "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
        "content-disposition": `${attached ? "attachment" : "inline"}; filename*=UTF-8''${name}`,
      },
      body,
    };
  };

/** The same response whether the resource never existed or was deleted. */
export function opensNothing(): ApiError {
  return new ApiError(404, "This URL is not valid. Request a new one.");
}

function computeSignature(key: Buffer, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** Compares the encoded texts, because a decoder accepts several encodings of the same bytes. */
function isSignature(signed: string, right: string): boolean {
  const [actual, expected] = [Buffer.from(signed), Buffer.from(right)];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function deriveKey(fact: string): Buffer {
  return Buffer.from(fact, "base64url");
}

/**
 * Created when it is first needed. If two processes create it at once, the second uses the key of
 * the first.
 */
async function readOrCreateKey(db: Queries): Promise<Buffer> {
  const storedKey = await readFact(db, downloadKeyFact);
  if (storedKey !== undefined) return deriveKey(storedKey);
  await db
    .insertInto("facts")
    .values({ name: downloadKeyFact, value: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return deriveKey((await readFact(db, downloadKeyFact)) ?? "");
}

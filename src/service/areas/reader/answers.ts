/** The answers of a site: with what a browser may do with them, and for how long it may keep them. */
import { createHash } from "node:crypto";
import type { Headers, WireRequest, WireResponse } from "../../../contract/wire.ts";

/** Whether anybody may see the answer, so that it may be kept between the platform and its readers. */
export interface Audience {
  readonly isPublic: boolean;
}

/**
 * Nothing of a page runs, is framed or is sent anywhere. Images may be of other hosts, as texts name
 * them; no script, style, font or frame is.
 */
const policy = [
  "default-src 'none'",
  "img-src 'self' https: http: data:",
  "media-src 'self'",
  "style-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const always: Headers = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
};

export function pageAnswer(
  status: number,
  source: string,
  audience: Audience,
  request: WireRequest,
  further: Headers = {},
): WireResponse {
  return kept(
    status,
    source,
    { "content-type": "text/html; charset=utf-8", "content-security-policy": policy, ...further },
    audience,
    request,
  );
}

export function textAnswer(
  type: string,
  source: string,
  audience: Audience,
  request: WireRequest,
): WireResponse {
  const headers = { "content-type": type, "content-security-policy": "default-src 'none'" };
  return kept(200, source, headers, audience, request);
}

/** What browsers ask for again is answered in full only if it has changed. */
function kept(
  status: number,
  source: string,
  headers: Headers,
  { isPublic }: Audience,
  request: WireRequest,
): WireResponse {
  const etag = `"${createHash("sha256").update(source).digest("base64url").slice(0, 27)}"`;
  const all: Headers = {
    ...always,
    ...headers,
    "cache-control": isPublic ? "public, no-cache" : "private, no-cache",
    ...(!isPublic && { vary: "cookie, authorization" }),
    etag,
  };
  return unlessKnown({ status, headers: all, body: source }, request);
}

/** The answer, or that what the browser has kept is still the same. */
export function unlessKnown(answer: WireResponse, request: WireRequest): WireResponse {
  const { status, headers } = answer;
  const { etag } = headers;
  const isKnown =
    status === 200 && etag !== undefined && (request.headers["if-none-match"] ?? "").includes(etag);
  return isKnown ? { status: 304, headers, body: "" } : answer;
}

/** What an address with its hash leads to never changes. */
export function lastingAnswer(type: string, source: string): WireResponse {
  return {
    status: 200,
    headers: {
      ...always,
      "content-type": type,
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "public, max-age=31536000, immutable",
    },
    body: source,
  };
}

/** @param isLasting whether browsers may remember it */
export function redirectTo(
  address: string,
  isLasting: boolean,
  further: Headers = {},
): WireResponse {
  return {
    status: isLasting ? 308 : 307,
    headers: { ...always, "cache-control": "private, no-cache", location: address, ...further },
    body: "",
  };
}

export interface FileBytes {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Of the bytes. */
  readonly hash: string;
}

/** Types that a browser shows without running anything, and pictures with a policy that forbids it. */
const shown = /^(?:image\/[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)$/;

/** Nothing in a file runs, should a browser show it as a page. */
export function fileAnswer(
  { name, contentType, bytes, hash }: FileBytes,
  { isPublic }: Audience,
  request: WireRequest,
): WireResponse {
  const isShown = shown.test(contentType);
  const etag = `"${hash}"`;
  const headers: Headers = {
    ...always,
    "content-type": isShown ? contentType : "application/octet-stream",
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    "content-disposition": `${isShown ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(name)}`,
    "cache-control": isPublic ? "public, no-cache" : "private, no-cache",
    etag,
  };
  const length = { "content-length": String(bytes.byteLength) };
  const known = unlessKnown({ status: 200, headers, body: "" }, request);
  if (known.status === 304) return known;
  return { status: 200, headers: { ...headers, ...length }, body: once(bytes) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

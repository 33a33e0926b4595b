/** Responses of sites, with their security and cache headers. */
import { createHash } from "node:crypto";
import type { Headers, WireRequest, WireResponse } from "../../../contract/wire.ts";

/** A response for a public audience may be stored by shared caches. */
export interface Audience {
  readonly isPublic: boolean;
  /** Whether the same URL has another representation, which the header Accept selects. */
  readonly isNegotiated?: boolean;
}

/**
 * Forbids scripts, framing and cross-site forms. Images may come from other hosts, because documents
 * link to them.
 */
export const pagePolicy: readonly string[] = [
  "default-src 'none'",
  "img-src 'self' https: http: data:",
  "media-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

const commonHeaders: Headers = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** Browsers report an error for it on a site without TLS, except on this machine. */
function listOpenerPolicy(url: string): Headers {
  const { protocol, hostname } = new URL(url);
  const isLocal = /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === "https:" || isLocal ? { "cross-origin-opener-policy": "same-origin" } : {};
}

export function toPageResponse(
  status: number,
  source: string,
  audience: Audience,
  request: WireRequest,
  extraHeaders: Headers = {},
): WireResponse {
  return withEtag(
    status,
    source,
    {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": pagePolicy.join("; "),
      ...listOpenerPolicy(request.url),
      ...extraHeaders,
    },
    audience,
    request,
  );
}

export function toTextResponse(
  type: string,
  source: string,
  audience: Audience,
  request: WireRequest,
): WireResponse {
  const headers = { "content-type": type, "content-security-policy": "default-src 'none'" };
  return withEtag(200, source, headers, audience, request);
}

/** Adds the ETag and cache headers, and responds with 304 if the client's copy is current. */
function withEtag(
  status: number,
  source: string,
  headers: Headers,
  { isPublic, isNegotiated = false }: Audience,
  request: WireRequest,
): WireResponse {
  const vary = [
    ...(isPublic ? [] : ["cookie", "authorization"]),
    ...(isNegotiated ? ["accept"] : []),
  ];
  const etag = `"${createHash("sha256").update(source).digest("base64url").slice(0, 27)}"`;
  const all: Headers = {
    ...commonHeaders,
    ...headers,
    "cache-control": isPublic ? "public, no-cache" : "private, no-cache",
    ...(vary.length > 0 && { vary: vary.join(", ") }),
    etag,
  };
  return checkCached({ status, headers: all, body: source }, request);
}

/** The response, or 304 Not Modified if the client's copy is current. */
export function checkCached(answer: WireResponse, request: WireRequest): WireResponse {
  const { status, headers } = answer;
  const { etag } = headers;
  const isCurrent =
    status === 200 && etag !== undefined && (request.headers["if-none-match"] ?? "").includes(etag);
  return isCurrent ? { status: 304, headers, body: "" } : answer;
}

/** A response for a URL that contains the hash of its content, which never changes. */
export function toImmutableResponse(type: string, source: string): WireResponse {
  return {
    status: 200,
    headers: {
      ...commonHeaders,
      "content-type": type,
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "public, max-age=31536000, immutable",
    },
    body: source,
  };
}

/** The same for a file; only the browser of the visitor may store that of a private site. */
export function toImmutableFile(
  type: string,
  { size, body }: { readonly size: number; readonly body: AsyncIterable<Uint8Array> },
  { isPublic }: Audience,
): WireResponse {
  return {
    status: 200,
    headers: {
      ...commonHeaders,
      "content-type": type,
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": `${isPublic ? "public" : "private"}, max-age=31536000, immutable`,
      "content-length": String(size),
    },
    body,
  };
}

/** @param isLasting whether the redirect is permanent (308) or temporary (307) */
export function toRedirect(
  address: string,
  isLasting: boolean,
  extraHeaders: Headers = {},
): WireResponse {
  return {
    status: isLasting ? 308 : 307,
    headers: {
      ...commonHeaders,
      "cache-control": "private, no-cache",
      location: address,
      ...extraHeaders,
    },
    body: "",
  };
}

export interface PublishedFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** The hash of the bytes. */
  readonly hash: string;
}

/** Types that a browser may display inline; the policy below keeps SVG images from running scripts. */
const inlineTypes =
  /^(?:image\/[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)$/;

/** The sandbox policy keeps a file from running scripts if a browser opens it as a page. */
export function toFileResponse(
  { name, contentType, bytes, hash }: PublishedFile,
  { isPublic }: Audience,
  request: WireRequest,
): WireResponse {
  const isInline = inlineTypes.test(contentType);
  const etag = `"${hash}"`;
  const headers: Headers = {
    ...commonHeaders,
    "content-type": isInline ? contentType : "application/octet-stream",
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    "content-disposition": `${isInline ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(name)}`,
    "cache-control": isPublic ? "public, no-cache" : "private, no-cache",
    etag,
  };
  const length = { "content-length": String(bytes.byteLength) };
  const conditional = checkCached({ status: 200, headers, body: "" }, request);
  if (conditional.status === 304) return conditional;
  return { status: 200, headers: { ...headers, ...length }, body: yieldOnce(bytes) };
}

async function* yieldOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Parser of request URLs. The path is parsed once, before anything else: routes, checks, faults and
 * the log all use the result, so that a spelling cannot have different meanings for them.
 */
import { ApiError } from "../../../errors.ts";

export interface RequestAddress {
  /** Scheme and host, without a trailing slash. */
  readonly base: string;
  /** The path as it was sent, which is its normal form. */
  readonly path: string;
  /** The decoded segments of the path; the last is empty if the path ends with a slash. */
  readonly parts: readonly string[];
  /** Without the question mark. */
  readonly query: string;
}

/** The unreserved characters of RFC 3986, which need no percent-encoding. */
const unreserved = /[\w.~-]/;
const plainPart = /^[\w.~!$&'()*+,;=:@-]*$/;
const encodedPart = /^(?:[\w.~!$&'()*+,;=:@-]|%[\dA-F]{2})*$/i;

/**
 * Parses an absolute URL. It is split as it was sent, because a URL parser would silently change
 * paths such as `/a/../b`.
 * @throws ApiError 400 if the path is not in normal form, or the query is ambiguous
 */
export function parseAddress(url: string): RequestAddress {
  const cut = /^(https?:\/\/[^/?#]+)(\/[^?#]*)(?:\?([^#]*))?$/.exec(url);
  if (cut === null) {
    throw new ApiError(
      400,
      "The request target must be a path that begins with a slash, without scheme, host and fragment.",
    );
  }
  const [, base = "", path = "", query = ""] = cut;
  refuseQuery(query);
  return { base, path, parts: listParts(path), query };
}

/** Query parsers keep or replace invalid percent-encoding. */
function refuseQuery(query: string): void {
  if (!/^[\x21-\x7e]*$/.test(query)) {
    throw new ApiError(400, "The query contains a character that must be percent-encoded.");
  }
  try {
    decodeURIComponent(query);
  } catch {
    throw new ApiError(
      400,
      "The query contains a % without two digits, or percent-encoded bytes that are not UTF-8.",
    );
  }
}

/**
 * @param path begins with a slash
 * @returns the segments, each decoded separately, so that an encoded slash stays inside its segment
 * @throws ApiError 400 if the path is not in normal form
 */
export function listParts(path: string): string[] {
  const parts = path.slice(1).split("/");
  const last = parts.length - 1;
  return parts.map((part, index) => {
    if (part === "" && index < last) throw createPathError("an empty segment");
    if (part === "." || part === "..") throw createPathError("a segment of only dots");
    return plainPart.test(part) ? part : decode(part);
  });
}

function decode(part: string): string {
  if (!encodedPart.test(part)) {
    throw createPathError("a character that must be percent-encoded, or a % without two digits");
  }
  for (const [code] of part.matchAll(/%../g)) {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (character === "\0") throw createPathError("a NUL character");
    if (unreserved.test(character)) {
      throw createPathError(`${code}, which must be written as ${character}`);
    }
  }
  try {
    return decodeURIComponent(part);
  } catch {
    throw createPathError("percent-encoded bytes that are not UTF-8");
  }
}

function createPathError(violation: string): ApiError {
  return new ApiError(400, `The path contains ${violation}. Send the path in its normal form.`);
}

/**
 * @param target the target of a request, as it was sent
 * @returns the segments of its path; none if it is not in normal form
 */
export function splitPlainPath(target: string): readonly string[] {
  try {
    return parseAddress(buildUrl("http://unknown", target)).parts;
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** A target that is not a path must not become part of the host; the result is invalid and refused. */
export function buildUrl(base: string, target: string): string {
  return base + (target.startsWith("/") ? target : "*");
}

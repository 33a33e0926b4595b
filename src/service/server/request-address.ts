/**
 * The address of a request. The path is parsed here, once and first: routes, checks, faults and the log
 * all use the result, so that no spelling means one thing to one of them and something else to
 * another.
 */
import { Problem } from "../../errors.ts";

export interface RequestAddress {
  /** Scheme and host, without a slash at the end. */
  readonly base: string;
  /** As it was sent, which is its plain form. */
  readonly path: string;
  /** The parts of the path, decoded; the last is empty if the path ends with a slash. */
  readonly parts: readonly string[];
  /** Without its question mark. */
  readonly query: string;
}

/** The unreserved characters of RFC 3986: percent-encoding one only hides it. */
const unreserved = /[\w.~-]/;
const plainPart = /^[\w.~!$&'()*+,;=:@-]*$/;
const encodedPart = /^(?:[\w.~!$&'()*+,;=:@-]|%[\dA-F]{2})*$/i;

/**
 * Parses an absolute address. It is split as it was sent: a URL parser would silently change paths such
 * as `/a/../b`.
 * @throws Problem 400 if the path is not in its plain form, or the query is ambiguous
 */
export function parseAddress(url: string): RequestAddress {
  const cut = /^(https?:\/\/[^/?#]+)(\/[^?#]*)(?:\?([^#]*))?$/.exec(url);
  if (cut === null) {
    throw new Problem(
      400,
      "The address of a request is a path that begins with a slash; send it without scheme and host, and without a #.",
    );
  }
  const [, base = "", path = "", query = ""] = cut;
  refuseQuery(query);
  return { base, path, parts: listParts(path), query };
}

/** Parsers of queries keep what they cannot decode, or replace it. */
function refuseQuery(query: string): void {
  if (!/^[\x21-\x7e]*$/.test(query)) {
    throw new Problem(400, "The query has a character that has to be percent-encoded.");
  }
  try {
    decodeURIComponent(query);
  } catch {
    throw new Problem(
      400,
      "The query has a % without its two digits, or percent-encoded bytes that are not UTF-8.",
    );
  }
}

/**
 * @param path begins with a slash
 * @returns the parts, each decoded by itself, so that an encoded slash stays inside its part
 * @throws Problem 400 if the path is not in its plain form
 */
export function listParts(path: string): string[] {
  const parts = path.slice(1).split("/");
  const last = parts.length - 1;
  return parts.map((part, index) => {
    if (part === "" && index < last) throw notPlain("an empty part between two slashes");
    if (part === "." || part === "..") throw notPlain("a part that is only dots");
    return plainPart.test(part) ? part : decode(part);
  });
}

function decode(part: string): string {
  if (!encodedPart.test(part)) {
    throw notPlain("a character that has to be percent-encoded, or a % without its two digits");
  }
  for (const [code] of part.matchAll(/%../g)) {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (character === "\0") throw notPlain("a NUL character");
    if (unreserved.test(character)) {
      throw notPlain(`${code}, which is to be written as ${character}`);
    }
  }
  try {
    return decodeURIComponent(part);
  } catch {
    throw notPlain("percent-encoded bytes that are not UTF-8");
  }
}

function notPlain(what: string): Problem {
  return new Problem(400, `The path has ${what}; send it in its plain form.`);
}

/**
 * @param target of a request, as it came
 * @returns the parts of its path, none if it is not in its plain form
 */
export function plainParts(target: string): readonly string[] {
  try {
    return parseAddress(buildUrl("http://unknown", target)).parts;
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}

/** A target that is no path must not become part of the host: the result is invalid, and is refused. */
export function buildUrl(base: string, target: string): string {
  return base + (target.startsWith("/") ? target : "*");
}

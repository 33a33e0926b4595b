/**
 * Cookies in which the hosted platform accepts the token and the claims of a visitor, set by a sign-in
 * server on the same domain: `gitbook-visitor-token` with a JWT, and `gitbook-visitor-public` with a
 * JSON object of unsigned claims.
 */

import type { Claims } from "../../../document/condition.ts";
import { listCookies } from "../../core/cookies.ts";
import { isClaims } from "../sites/visitors/published.ts";
import { longestToken } from "./visitor.ts";

const tokenName = "gitbook-visitor-token";
const claimsName = "gitbook-visitor-public";
/** Verification of each token takes time. */
const maxTokens = 10;
const maxClaimsLength = 4096;

interface VisitorCookies {
  /** A browser sends several cookies of one name if they have different paths or domains. */
  readonly tokens: readonly string[];
  readonly unsignedClaims: Claims | undefined;
}

export function readVisitorCookies(header: string | undefined): VisitorCookies {
  const tokens = listCookies(header, tokenName)
    .map(decode)
    .filter((one) => one !== "" && one.length <= longestToken);
  const unsignedClaims = listCookies(header, claimsName)
    .map(decode)
    .map(parseClaims)
    .find((one) => one !== undefined);
  return { tokens: [...new Set(tokens)].slice(0, maxTokens), unsignedClaims };
}

/** Some servers, such as those in Python, write values in quotation marks with backslashes. */
function decode(value: string): string {
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  const text = isQuoted ? unquote(value.slice(1, -1)) : value;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function unquote(text: string): string {
  return text.replaceAll(/\\(?:([0-3][0-7]{2})|(.))/g, (_, octal?: string, character = "") =>
    octal === undefined ? character : String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

function parseClaims(text: string): Claims | undefined {
  if (text.length > maxClaimsLength) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isClaims(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

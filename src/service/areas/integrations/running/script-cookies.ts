/**
 * Cookies of scripts that sign visitors in, which need one for PKCE. They share the origin of the
 * platform, so their names have a prefix, and browsers send them only to the sign-in of the site.
 */
import { listCookiePairs } from "../../../core/cookies.ts";

const prefix = "tome-script-";
/** In characters. */
const longestValue = 2000;
/** In seconds. */
const longestAge = 24 * 60 * 60;
/** The sign-in of a site; its last part is `visitorPath`. */
const signInPath =
  /^\/_integrations\/[\w.-]{1,100}\/installations\/[\w-]{1,100}\/sites\/[\w-]{1,100}\/visitor-auth(?=\/|$)/;

/**
 * @param header the value of Set-Cookie from a script
 * @returns the one for the browser; undefined if there is none, or if it is invalid
 */
export function confineCookie(header: string | undefined, url: string): string | undefined {
  const [path] = signInPath.exec(new URL(url).pathname) ?? [];
  const [, name, value = ""] = /^\s*([\w-]{1,100})=([^\s;,"\\]*)/.exec(header ?? "") ?? [];
  if (path === undefined || name === undefined || value.length > longestValue) return undefined;
  const [, age = "600"] = /;\s*max-age=(\d{1,9})\s*(?:;|$)/i.exec(header ?? "") ?? [];
  const secure = url.startsWith("https:") ? "; Secure" : "";
  return `${prefix}${name}=${value}; Path=${path}; Max-Age=${Math.min(Number(age), longestAge)}; HttpOnly; SameSite=Lax${secure}`;
}

/** @returns the header Cookie for the script; empty if it has set none */
export function listConfinedCookies(header: string | undefined): string {
  return listCookiePairs(header)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => `${name.slice(prefix.length)}=${value}`)
    .join("; ");
}

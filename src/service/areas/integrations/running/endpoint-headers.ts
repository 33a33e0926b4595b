/**
 * Headers between a public endpoint of an integration and its script. The script belongs to another
 * party than the platform, so it receives the credentials that are meant for it, but not those for the
 * platform or for a proxy of its operator.
 */
import type { Headers } from "../../../../contract/wire.ts";
import { listCookiePairs } from "../../../core/cookies.ts";

/** Headers for a proxy. */
const proxyHeaders = /^proxy-/;

/** Identities and tokens that authenticating proxies add to requests. */
const identityHeaders =
  /^(?:x-forwarded-(?:access-token|email|groups|preferred-username|user)|x-auth-request-.*|cf-access-.*|x-amzn-oidc-.*|x-goog-(?:iap|authenticated)-.*|x-pomerium-.*|x-ms-(?:client-principal|token)-?.*|(?:x-)?remote-(?:email|groups|name|user))$/;

/** The schemes whose credentials browsers send by themselves after a sign-in at the same host. */
const browserSchemes = /^(?:basic|digest|negotiate|ntlm)\b/i;

const platformToken = /^bearer\s+tome_/i;

/** The headers of a request for the script. */
export function keepRequestHeaders(headers: Headers): Headers {
  const kept = Object.entries(headers).filter(
    ([name, value]) =>
      name !== "cookie" &&
      !proxyHeaders.test(name) &&
      !identityHeaders.test(name) &&
      !(name === "authorization" && isForeign(value, headers)),
  );
  const cookie = listConfinedCookies(headers.cookie);
  return { ...Object.fromEntries(kept), ...(cookie !== "" && { cookie }) };
}

/**
 * Whether credentials are not for the script. A browser sends those for the operator's proxy to all
 * paths of its host; a program, such as the sender of a webhook, sends those that it was given for the
 * endpoint, unless a proxy has authenticated the request, with them or by adding a token.
 */
function isForeign(authorization: string, headers: Headers): boolean {
  if (platformToken.test(authorization)) return true;
  if (Object.keys(headers).some((name) => identityHeaders.test(name))) return true;
  return browserSchemes.test(authorization) && isFromBrowser(headers);
}

/** Without HTTPS, browsers do not send `sec-fetch-` headers. */
function isFromBrowser(headers: Headers): boolean {
  return (
    Object.keys(headers).some((name) => name.startsWith("sec-fetch-")) ||
    /^(?:mozilla|opera)\//i.test(headers["user-agent"] ?? "")
  );
}

const droppedHeaders =
  /^(?:set-cookie|content-security-policy|clear-site-data|service-worker-allowed|strict-transport-security|connection|keep-alive|transfer-encoding|content-length|content-encoding|upgrade|mf-.*|cf-.*|x-tome-.*)$/;

/**
 * The headers of a script's response for the client.
 * @param url the URL of the request, to which the cookie of a sign-in is confined
 */
export function keepResponseHeaders(headers: Headers, url: string): Headers {
  const cookie = confineCookie(headers["set-cookie"], url);
  return {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !droppedHeaders.test(name))),
    ...(cookie !== undefined && { "set-cookie": cookie }),
  };
}

/**
 * Prefix of the cookies of scripts that sign visitors in, which need one for PKCE. They share the origin
 * of the platform, so browsers send them only to the sign-in of the site.
 */
const cookiePrefix = "tome-script-";
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
function confineCookie(header: string | undefined, url: string): string | undefined {
  const [path] = signInPath.exec(new URL(url).pathname) ?? [];
  const [, name, value = ""] = /^\s*([\w-]{1,100})=([^\s;,"\\]*)/.exec(header ?? "") ?? [];
  if (path === undefined || name === undefined || value.length > longestValue) return undefined;
  const [, age = "600"] = /;\s*max-age=(\d{1,9})\s*(?:;|$)/i.exec(header ?? "") ?? [];
  const secure = url.startsWith("https:") ? "; Secure" : "";
  return `${cookiePrefix}${name}=${value}; Path=${path}; Max-Age=${Math.min(Number(age), longestAge)}; HttpOnly; SameSite=Lax${secure}`;
}

/** @returns the header Cookie for the script; empty if it has set none */
function listConfinedCookies(header: string | undefined): string {
  return listCookiePairs(header)
    .filter(([name]) => name.startsWith(cookiePrefix))
    .map(([name, value]) => `${name.slice(cookiePrefix.length)}=${value}`)
    .join("; ");
}

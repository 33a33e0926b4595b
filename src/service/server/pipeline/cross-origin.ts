/**
 * Cross-origin requests (CORS) to the API: clients of the API run in web pages of other origins. They
 * authenticate with a token only, never with a cookie, and cannot use the administration requests.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Headers } from "../../../contract/wire.ts";
import { storageFolder } from "../../core/storage-folder.ts";

/** The first segments of the paths that pages of other origins may request. */
const apiRoot = "v1";
/** The URL of an upload grants access, so it needs no other token. */
const uploadRoot = storageFolder;

/** In seconds, how long a browser remembers the response to a preflight request. */
const maxAge = 600;

const methods = "GET, POST, PUT, PATCH, DELETE";
const exposed =
  "Location, Preference-Applied, Retry-After, Warning, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id";
const headerList = /^[\w!#$%&'*+.^`|~-]+(?:\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/;
const maximumHeaderList = 1024;

export interface CrossOriginRequest {
  readonly method: string;
  /** The segments of the path. */
  readonly parts: readonly string[];
  readonly headers: IncomingHttpHeaders;
}

export interface CrossOriginAnswer {
  readonly headers: Headers;
  /** Whether the request only asks what is allowed, and is complete with the headers. */
  readonly isPreflight: boolean;
}

/**
 * The headers with which a page may read the response. A page that sends cookies cannot read it,
 * because browsers require a specific origin then.
 * @returns undefined for a request that pages of other origins must not send: outside the API, or
 * neither with a token nor a preflight
 */
export function allowCrossOrigin(request: CrossOriginRequest): CrossOriginAnswer | undefined {
  const { method, parts, headers } = request;
  if (parts[0] !== apiRoot && parts[0] !== uploadRoot) return undefined;
  const isPreflight =
    method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
  const common = { "access-control-allow-origin": "*" };
  if (!isPreflight) {
    const hasToken = parts[0] === uploadRoot || /^Bearer\s/i.test(headers.authorization ?? "");
    if (!hasToken) return undefined;
    return { isPreflight, headers: { ...common, "access-control-expose-headers": exposed } };
  }
  return {
    isPreflight,
    headers: {
      ...common,
      "access-control-allow-methods": methods,
      "access-control-allow-headers": readHeaderList(headers["access-control-request-headers"]),
      "access-control-max-age": String(maxAge),
      vary: "Access-Control-Request-Headers",
      // Browsers ask before pages of public hosts send requests to this machine.
      ...(headers["access-control-request-private-network"] === "true" && {
        "access-control-allow-private-network": "true",
      }),
    },
  };
}

/** All requested headers, because none of them grants access except the token. */
function readHeaderList(requested: string | string[] | undefined): string {
  const list = String(requested ?? "").trim();
  const isValid = list.length <= maximumHeaderList && headerList.test(list);
  return isValid ? list : "Authorization, Content-Type";
}

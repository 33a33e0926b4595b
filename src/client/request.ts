/** Requests, built from an endpoint and its input, or from a request that was written by hand. */
import {
  type Endpoint,
  getHeader,
  getMethod,
  type Input,
  listPathNames,
  type Method,
  resolveLocation,
  resolvePath,
} from "../contract/endpoint.ts";
import {
  addressMembers,
  isPlainHeader,
  listSecrets,
  type RequestSecrets,
} from "../contract/secret-fields.ts";
import type { Headers } from "../contract/wire.ts";
import { UsageError } from "../errors.ts";
import { readExactly } from "../json/exact-reading.ts";
import type { JsonValue } from "../json/values.ts";
import { resolveBelow } from "./address.ts";
import { withoutSecrets } from "./secrets/secret-texts.ts";

/** A request that was written by hand, as for `tome api`. */
export interface RawRequest {
  readonly method: Method | "HEAD" | "OPTIONS";
  /** Relative to the base URL, with or without `/v1`, with or without a query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly headers?: Headers | undefined;
  /** The text of the body; JSON unless a `content-type` header specifies another type. */
  readonly body?: string | undefined;
  /** The secret members of the response, if the sender knows the operation. */
  readonly secrets?: RequestSecrets | undefined;
}

/** A request, complete except for the token. */
export interface PreparedRequest {
  readonly method: RawRequest["method"];
  readonly url: URL;
  readonly headers: Headers;
  /** The body as a value or, written by hand, as text. */
  readonly body?: { readonly value: JsonValue } | { readonly text: string } | undefined;
  /** Its secrets, other than the token. */
  readonly secrets?: RequestSecrets | undefined;
  /** A retry would repeat its effect, although its method suggests otherwise. */
  readonly once: boolean;
  /** The path to check its outcome, for `tome api GET`. */
  readonly check: string;
  /** The operation and its input, unless the request was written by hand. */
  readonly of?:
    | {
        readonly endpoint: Endpoint;
        readonly input: Readonly<Record<string, JsonValue | undefined>>;
      }
    | undefined;
}

/**
 * The body of a request as a value; undefined if it is unreadable, and an empty object if there is
 * none.
 */
export function parseRequestBody({ body }: PreparedRequest): JsonValue | undefined {
  if (body === undefined) return {};
  if ("value" in body) return body.value;
  try {
    return readExactly(body.text);
  } catch {
    return undefined;
  }
}

/** @throws UsageError if an input is not valid in a URL */
export function buildRequest<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  base: URL,
): PreparedRequest & { readonly body?: { readonly value: JsonValue } | undefined } {
  const query = new URLSearchParams();
  const body: Record<string, JsonValue> = {};
  const headers: Record<string, string> = {};
  const values = input as Readonly<Record<string, JsonValue | undefined>>;
  for (const name of Object.keys(endpoint.input)) {
    const value = values[name];
    if (value === undefined) continue;
    const location = resolveLocation(endpoint, name);
    if (location === "query") addToQuery(query, name, value);
    else if (location === "body") body[name] = value;
    else if (location === "header") headers[getHeader(endpoint, name) ?? name] = String(value);
  }
  const path = listPathNames(endpoint).reduce(
    (route, name) => route.replace(`{${name}}`, () => encodePathPart(name, values[name])),
    resolvePath(endpoint),
  );
  const hasBody = Object.keys(endpoint.input).some(
    (name) => resolveLocation(endpoint, name) === "body",
  );
  return {
    method: getMethod(endpoint),
    url: resolveBelow(base, path, query),
    headers: { ...checkHeaders(headers), ...(hasBody && { "content-type": "application/json" }) },
    body: hasBody ? { value: buildBody(endpoint, body) } : undefined,
    secrets: listSecrets(endpoint, values),
    once: endpoint.once === true,
    check: getPathToCheck(endpoint, path),
    of: { endpoint, input: values },
  };
}

function buildBody({ wholeBody }: Endpoint, fields: Record<string, JsonValue>): JsonValue {
  return wholeBody === undefined ? fields : (fields[wholeBody] ?? null);
}

/** @throws UsageError if the path leads elsewhere, or the client sets the header itself */
export function requestByHand(raw: RawRequest, base: URL): PreparedRequest {
  if (/^[a-z][a-z\d+.-]*:|^\/\/|[\\\s\p{Cc}#]/iu.test(raw.path))
    throw new UsageError(
      // It may contain a password, so it is not repeated.
      "The path must be an API path such as /orgs, not a full URL, and without spaces.",
    );
  const [path = "", written = ""] = raw.path.split(/\?(.*)/s);
  const query = new URLSearchParams(written);
  for (const [name, value] of Object.entries(raw.query ?? {})) addToQuery(query, name, value);
  const rest = `/${path}`.replace(/^\/+/, "/").replace(/^\/v1(?=\/|$)/, "");
  return {
    method: raw.method,
    url: resolveBelow(base, rest === "" ? "/" : rest, query),
    headers: {
      ...(raw.body === undefined ? {} : { "content-type": "application/json" }),
      ...checkHeaders(raw.headers ?? {}),
    },
    body: raw.body === undefined ? undefined : { text: raw.body },
    secrets: raw.secrets ?? collectHeaderSecrets(raw.headers ?? {}),
    once: false,
    check: withoutSecrets(rest),
  };
}

/** A header that was written by hand may be secret, unless it only specifies a format. */
function collectHeaderSecrets(given: Headers): RequestSecrets {
  const written = Object.entries(given)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name, value]) => !isPlainHeader(name, value));
  const none = { query: [], body: [], path: [], answer: [], addresses: addressMembers };
  const [headers, values] = [written.map(([name]) => name), written.map(([, value]) => value)];
  return { ...none, headers, values };
}

function addToQuery(query: URLSearchParams, name: string, value: JsonValue): void {
  if (Array.isArray(value)) {
    for (const member of value) addToQuery(query, name, member);
  } else if (typeof value === "object") {
    throw new UsageError(`The field ${name} is part of the URL and must be a plain value.`);
  } else {
    query.append(name, String(value));
  }
}

function encodePathPart(name: string, value: JsonValue | undefined): string {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  if (text === "" || text === "." || text === ".." || /\p{Surrogate}/u.test(text))
    throw new UsageError(
      `The field ${name} is part of the URL and must be valid text other than "", "." and "..".`,
    );
  return encodeURIComponent(text);
}

// A created resource appears in the list that it was posted to; an action appears in its target.
function getPathToCheck(endpoint: Endpoint, path: string): string {
  if (getMethod(endpoint) !== "POST" || endpoint.status === 201) return path;
  return path.replace(/\/[^/]+$/, "");
}

const ownHeaders = new Set([
  "authorization",
  "proxy-authorization",
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
]);

function checkHeaders(headers: Headers): Headers {
  const checked: Record<string, string> = {};
  for (const [written, value] of Object.entries(headers)) {
    const name = written.toLowerCase();
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw new UsageError("The name of a header must be letters, digits and hyphens.");
    if (ownHeaders.has(name))
      throw new UsageError(`The header ${name} is set by tome and cannot be changed.`);
    if (!/^[\t\x20-\x7e]*$/.test(value))
      throw new UsageError(`The header ${name} must be one line of ASCII text.`);
    checked[name] = value;
  }
  return checked;
}

/** An API operation as a plain value, and the types derived from it. */
import type { ZodMiniType } from "zod/mini";
import { findOwn } from "../json/own-members.ts";
import { type Fields, type FieldsInput, integer, optional, text } from "./fields.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
/** Method and path, as in the API: `GET /spaces/{spaceId}`. */
export type Route = `${Method} /${string}`;

export interface Endpoint<I extends Fields = Fields, O = unknown, R extends Route = Route> {
  /** Summary: an imperative clause without a period. */
  readonly summary: string;
  /** Name of the operation in the API. */
  readonly operation: string;
  readonly route: R;
  readonly input: I;
  /** Model of the response, loaded only to validate a response; absent if there is no body. */
  readonly output?: () => Promise<ZodMiniType<O>>;
  /** The response is one page of a list: `{items, next?, count?}`. */
  readonly list?: true;
  /** The response is a stream of server-sent events; `output` is the model of each event. */
  readonly stream?: true;
  /** Success status, if it is neither 200 nor, for a DELETE, 205 or 204. */
  readonly status?: 201 | 204;
  /** A 201 response contains the URL of the new resource. */
  readonly location?: true;
  /** A 204 response to this DELETE means that the resource is gone, not that it existed. */
  readonly goneBy204?: true;
  /** A PUT or DELETE that must not be retried, because it would be applied twice. */
  readonly once?: true;
  /** The field whose value is the body itself, if the body is not an object of fields. */
  readonly wholeBody?: string;
  /** Fields in the query of a method with a body. */
  readonly inQuery?: readonly string[];
  /** Fields in headers, with the names of the headers in lower case. */
  readonly inHeaders?: Readonly<Record<string, string>>;
  /** Fields that published clients send and the local platform ignores. */
  readonly ignoredFields?: readonly IgnoredField[];
  /** The body may contain other members, which the local platform ignores. */
  readonly openBody?: true;
  /** The local platform also accepts requests without a token, because the response is public. */
  readonly anonymous?: true;
  /** `Prefer: return=minimal` returns 204 without a body. */
  readonly minimal?: true;
  /** Deprecated by the hosted platform: the replacement, as a clause with the command. */
  readonly deprecated?: string;
  /** Effect without any body field; absent if one is required. */
  readonly emptyBody?: string;
  /** A read-only POST, which does not block writes. */
  readonly reads?: true;
  /**
   * Not recorded in the audit log and in the history, because nothing changes that an admin would
   * look up or undo.
   */
  readonly unaudited?: true;
  /** Secret members of the response. */
  readonly secretMembers?: readonly string[];
  /** Outside of the management API, but on both platforms. */
  readonly extension?: true;
  /** Supported only by the local platform. */
  readonly localOnly?: true;
}

/** An input that the local platform accepts and ignores; the response contains a warning. */
export interface IgnoredField {
  /** Path in the input: `draft`, or `changes[].condition`. */
  readonly path: string;
  /** Reason, as a clause: "the local platform has no agents". */
  readonly reason: string;
  /** Values that request the default behavior, such as false. */
  readonly exceptValues?: readonly unknown[];
}

/** Defines an endpoint; its types are derived from this one constant. */
export function endpoint<const I extends Fields, const R extends Route, O = undefined>(
  definition: Endpoint<I, O, R>,
): Endpoint<I, O, R> {
  return definition;
}

export type Input<E> = E extends Endpoint<infer I, unknown> ? FieldsInput<I> : never;
export type Output<E> = E extends Endpoint<Fields, infer O> ? O : never;

/** The two query fields of every list. */
export const paging = {
  page: optional(text("Page token of the first page")),
  limit: optional(integer("Items per page", { min: 0, max: 1000 })),
};

/** Whether each success is recorded in the audit log. */
export function isAudited(endpoint: Endpoint): boolean {
  return getMethod(endpoint) !== "GET" && endpoint.unaudited !== true;
}

export function getMethod(endpoint: Endpoint): Method {
  return endpoint.route.slice(0, endpoint.route.indexOf(" ")) as Method;
}

/** Summary, with the replacement if the operation is deprecated. */
export function formatHelpSummary({ summary, deprecated }: Endpoint): string {
  return deprecated === undefined ? summary : `${summary} (deprecated: ${deprecated})`;
}

/** The path with its `{names}`, below `/v1`. */
export function resolvePath(endpoint: Endpoint): string {
  return endpoint.route.slice(endpoint.route.indexOf(" ") + 1);
}

/** An operation, and the values of the parameters in the path of a request. */
export interface EndpointMatch {
  readonly endpoint: Endpoint;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * The operation of a request. Of `/users/me` and `/users/{userId}`, the one with fewer parameters is
 * meant.
 * @param path of the request, below `/v1` and without its query
 */
export function matchEndpoint(
  endpoints: readonly Endpoint[],
  method: string,
  path: string,
): EndpointMatch | undefined {
  const parts = path.split("/");
  let best: EndpointMatch | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const endpoint of endpoints) {
    if (getMethod(endpoint) !== method) continue;
    const parameters = matchPath(resolvePath(endpoint).split("/"), parts);
    if (parameters === undefined || Object.keys(parameters).length >= fewest) continue;
    best = { endpoint, parameters };
    fewest = Object.keys(parameters).length;
  }
  return best;
}

function matchPath(
  template: readonly string[],
  parts: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (template.length !== parts.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, name] of template.entries()) {
    const part = parts[index] ?? "";
    if (name === part) continue;
    if (!name.startsWith("{") || part === "") return undefined;
    parameters[name.slice(1, -1)] = part;
  }
  return parameters;
}

/** First segments of paths whose third segment is an id. */
const rootsOfThirdIds: ReadonlySet<string> = new Set(["ads", "git"]);

/**
 * The prefix of a path that selects the module to load: the first and third segments, with a star
 * for the second, which is an id. The other two are never ids.
 */
export function getPathPrefix([first = "", second, third]: readonly string[]): string {
  if (second === undefined || rootsOfThirdIds.has(first)) return first;
  return third === undefined ? `${first}/*` : `${first}/*/${third}`;
}

/** Route prefixes of endpoints, sorted and without duplicates. */
export function listRoutePrefixes(endpoints: readonly Endpoint[]): string[] {
  const prefixes = endpoints.map((endpoint) =>
    getPathPrefix(resolvePath(endpoint).slice(1).split("/")),
  );
  return [...new Set(prefixes)].sort();
}

/** Names in braces, in the order of the path. */
export function listPathNames(endpoint: Endpoint): string[] {
  return [...endpoint.route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
}

/** Location of a field: path, header, query or body. */
export function resolveLocation(
  endpoint: Endpoint,
  name: string,
): "path" | "header" | "query" | "body" {
  if (endpoint.route.includes(`{${name}}`)) return "path";
  if (getHeader(endpoint, name) !== undefined) return "header";
  if (endpoint.inQuery?.includes(name)) return "query";
  const method = getMethod(endpoint);
  return method === "GET" || method === "DELETE" ? "query" : "body";
}

/** The header of a field, in lower case; undefined if it is elsewhere. */
export function getHeader({ inHeaders = {} }: Endpoint, name: string): string | undefined {
  return findOwn(inHeaders, name);
}

/**
 * Fields of which at least one is required: the body fields of an update or move without required
 * fields. Without any of them, the request would change nothing or move a resource to no specified
 * place.
 */
export function buildChanges(endpoint: Endpoint): readonly string[] {
  const isChange = /^(PATCH|PUT) |^POST .*\/move$/.test(endpoint.route);
  if (!isChange || endpoint.emptyBody !== undefined) return [];
  const body = Object.keys(endpoint.input).filter(
    (name) => resolveLocation(endpoint, name) === "body",
  );
  return body.every((name) => endpoint.input[name]?.optional) ? body : [];
}

/** The operations of one command. */
export interface LineOperations {
  /** Words of the command: `space update`. */
  readonly command: string;
  /** Operations that it may send, in no order. */
  readonly operations: readonly Endpoint[];
  /** Their fields that the command line contains. */
  readonly fields: readonly string[];
  /** Lists that it reads to look up names. */
  readonly lookups: readonly Endpoint[];
}

/** An operation of the API as one plain value, and the types that follow from it. */
import type { ZodMiniType } from "zod/mini";
import { type Fields, type InputOf, optional, text, whole } from "./fields.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
/** Method and path, as the API writes them: `GET /spaces/{spaceId}`. */
export type Route = `${Method} /${string}`;

export interface Endpoint<I extends Fields = Fields, O = unknown, R extends Route = Route> {
  /** What it does, as one imperative clause without a full stop. */
  readonly does: string;
  /** The platform's own name for the operation. */
  readonly operation: string;
  readonly route: R;
  readonly input: I;
  /** The model of the answer, loaded only to check an answer; absent if there is no body. */
  readonly output?: () => Promise<ZodMiniType<O>>;
  /** The answer is one page of a list: `{items, next?, count?}`. */
  readonly list?: true;
  /** The status of success, if it is neither 200 nor, for a DELETE, 205 or 204. */
  readonly status?: 201 | 204;
  /** A 201 carries the address of what it made. */
  readonly location?: true;
  /** A 204 to this DELETE says that the thing is gone, not whether it existed. */
  readonly goneBy204?: true;
  /** A PUT or DELETE that must not be sent twice, as it would do its work twice. */
  readonly once?: true;
  /** The field whose value is the body itself, if the body is no object of fields. */
  readonly wholeBody?: string;
  /** Fields that travel in the query although the method has a body. */
  readonly inQuery?: readonly string[];
  /** What published clients send and the embedded platform takes without doing anything about it. */
  readonly unheeded?: readonly Unheeded[];
  /** The body may have members of any other name, which the embedded platform does nothing about. */
  readonly openBody?: true;
  /** The embedded platform answers callers without a token, too: what it answers is public. */
  readonly anonymous?: true;
  /** `Prefer: return=minimal` is answered with 204 and no body. */
  readonly minimal?: true;
  /** The hosted platform advises against it: what to use instead, as a clause with the command. */
  readonly deprecated?: string;
  /** What it does without any field of its body; absent if it needs one. */
  readonly emptyBody?: string;
  /** A POST that only reads, so it holds up no change of others. */
  readonly reads?: true;
  /** It changes nothing that an admin would look for later, so no audit event is recorded. */
  readonly unaudited?: true;
  /** Members of its answer that are secret. */
  readonly secretMembers?: readonly string[];
  /** The platform has it, its management document does not. */
  readonly extension?: true;
  /** Only the embedded platform has it: no description of the hosted one, whatever its version. */
  readonly own?: true;
}

/** An input that the embedded platform takes and does nothing about; its answer says so. */
export interface Unheeded {
  /** Where it is in the input: `draft`, or `changes[].condition`. */
  readonly path: string;
  /** Why, as a clause: "no agent works here". */
  readonly why: string;
  /** The values that ask for what is done anyway, such as false. */
  readonly unless?: readonly unknown[];
}

/** Names an endpoint; its types are computed from this one constant. */
export function endpoint<const I extends Fields, const R extends Route, O = undefined>(
  definition: Endpoint<I, O, R>,
): Endpoint<I, O, R> {
  return definition;
}

export type Input<E> = E extends Endpoint<infer I, unknown> ? InputOf<I> : never;
export type Output<E> = E extends Endpoint<Fields, infer O> ? O : never;

/** The two query fields that every list takes. */
export const paging = {
  page: optional(
    text("Page token of the first page", { flag: "page-token", placeholder: "token" }),
  ),
  limit: optional(whole("Items per page", { min: 0, max: 1000, flag: "page-size" })),
};

/** Whether each success is recorded for the organization's admins. */
export function isAudited(endpoint: Endpoint): boolean {
  return getMethod(endpoint) !== "GET" && endpoint.unaudited !== true;
}

export function getMethod(endpoint: Endpoint): Method {
  return endpoint.route.slice(0, endpoint.route.indexOf(" ")) as Method;
}

/** What it does, with what to use instead if it is deprecated. */
export function formatHelpSummary({ does, deprecated }: Endpoint): string {
  return deprecated === undefined ? does : `${does} (deprecated: ${deprecated})`;
}

/** The path with its `{names}`, below `/v1`. */
export function resolvePath(endpoint: Endpoint): string {
  return endpoint.route.slice(endpoint.route.indexOf(" ") + 1);
}

/**
 * The prefix of a path, by which the platform chooses what to load: its first and its third part,
 * with a star for the second, which is a name. The other two are names in no path.
 */
export function getPathPrefix([first = "", second, third]: readonly string[]): string {
  if (second === undefined) return first;
  return third === undefined ? `${first}/*` : `${first}/*/${third}`;
}

/** The route prefixes of endpoints, each once and in order. */
export function listRoutePrefixes(endpoints: readonly Endpoint[]): string[] {
  const prefixes = endpoints.map((endpoint) =>
    getPathPrefix(resolvePath(endpoint).slice(1).split("/")),
  );
  return [...new Set(prefixes)].sort();
}

/** The names between braces, in the order of the path. */
export function pathNames(endpoint: Endpoint): string[] {
  return [...endpoint.route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
}

/** Where a field travels: in the path, the query or the body. */
export function resolveLocation(endpoint: Endpoint, name: string): "path" | "query" | "body" {
  if (endpoint.route.includes(`{${name}}`)) return "path";
  if (endpoint.inQuery?.includes(name)) return "query";
  const method = getMethod(endpoint);
  return method === "GET" || method === "DELETE" ? "query" : "body";
}

/**
 * The fields of which one at least has to be given: those of the body of a change or a move that
 * needs none of them. Without any it would change nothing, or move something to no named place.
 */
export function buildChanges(endpoint: Endpoint): readonly string[] {
  const isChange = /^(PATCH|PUT) |^POST .*\/move$/.test(endpoint.route);
  if (!isChange || endpoint.emptyBody !== undefined) return [];
  const body = Object.keys(endpoint.input).filter(
    (name) => resolveLocation(endpoint, name) === "body",
  );
  return body.every((name) => endpoint.input[name]?.optional) ? body : [];
}

/** The operations of one command line. */
export interface LineOperations {
  /** Its words: `space update`. */
  readonly command: string;
  /** What it may send, in no order. */
  readonly operations: readonly Endpoint[];
  /** The fields of them that the line gives. */
  readonly given: readonly string[];
  /** The lists in which it looks names up. */
  readonly lookups: readonly Endpoint[];
}

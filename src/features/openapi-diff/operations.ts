/** Operations of a specification: paths, webhooks and callbacks. */
import { isTree } from "../../contract/openapi-references.ts";
import { toCanonicalText } from "../../json/canonical.ts";
import { addTo } from "../../json/groups.ts";
import { withoutFinalSlashes } from "../../json/trim.ts";
import { type ApiDescription, findText, type PayloadDirection } from "./change.ts";
import type { LocatedValue } from "./normalize/tools.ts";
import { listWays, type SecurityAlternative } from "./security.ts";

export interface ApiOperation {
  /** `GET /pets/{id}` as written; `POST webhook newPet`. */
  readonly name: string;
  readonly own: LocatedValue;
  /** Includes the fields of its path. */
  readonly parameters: ReadonlyMap<string, LocatedValue>;
  readonly security: readonly SecurityAlternative[];
  /** Direction of its body: a webhook or callback is sent to the client. */
  readonly body: PayloadDirection;
  /** The path of its first server, without a trailing slash; undefined if it has none. */
  readonly prefix: string | undefined;
  /** Names under which it is found again, the most exact one first. */
  readonly keys: readonly [name: string, withExpressions: string, withoutNames: string];
  /** By method, prefix and path, ignoring parameter names. */
  readonly fullKey: string;
  /** Undefined for webhooks and callbacks, whose URLs the client determines. */
  readonly servers: OperationServers | undefined;
}

/** Servers in their order, as texts to compare: a client uses the first one by default. */
interface OperationServers extends LocatedValue {
  readonly urls: readonly string[];
  /** Without paths. */
  readonly origins: readonly string[];
}

function buildOperations(description: ApiDescription): readonly ApiOperation[] {
  const operations: ApiOperation[] = [];
  const whole = { value: description.root, path: [] };
  for (const [path, item] of description.listMembers(description.member(whole, "paths"))) {
    if (!path.startsWith("/")) continue;
    for (const operation of listOperations(item, path, path, description)) {
      operations.push(operation);
      for (const callback of listCallbacks(operation, description)) operations.push(callback);
    }
  }
  const webhooks = description.listMembers(description.member(whole, "webhooks"));
  for (const [name, item] of webhooks) {
    for (const one of listOperations(item, `webhook ${name}`, "", description)) {
      operations.push({ ...one, body: "response" });
    }
  }
  return operations;
}

function getKey(name: string): string {
  return name.replace(/\{[^{}]*\}/g, "{}");
}

/**
 * @param path path that contains parameters
 * @param key its name without the names of path parameters
 */
function listOperations(
  item: LocatedValue,
  called: string,
  path: string,
  description: ApiDescription,
  key = getKey(called),
): ApiOperation[] {
  const whole = { value: description.root, path: [] };
  return description.listMembers(item).flatMap(([method, operation]) => {
    if (method === "servers" || !isTree(operation.value)) return [];
    const name = `${method.toUpperCase()} ${called}`;
    const parameters = listParameters(operation, path, description);
    const security = listWays(operation.value, description);
    const holder =
      [operation, item].find(({ value }) => isTree(value) && value.servers !== undefined) ?? whole;
    const located = description.member(holder, "servers");
    const prefix = path === "" ? undefined : findPrefix(located.value);
    const servers = path === "" ? undefined : describeServers(located);
    const fullKey = getKey(`${method.toUpperCase()} ${prefix ?? ""}${called}`);
    const keys = [name, `${method.toUpperCase()} ${key}`, getKey(name)] as const;
    const body = "request" as const;
    return [{ name, keys, own: operation, parameters, security, body, prefix, fullKey, servers }];
  });
}

/** The path of the first server. */
function findPrefix(servers: unknown): string {
  const [server] = Array.isArray(servers) ? servers : [];
  const url = parseServerUrl(server);
  return url === undefined ? "" : withoutFinalSlashes(url.pathname);
}

/** The URL of a server, with variables replaced by their defaults. */
function parseServerUrl(server: unknown): URL | undefined {
  if (!isTree(server) || typeof server.url !== "string") return undefined;
  const variables = isTree(server.variables) ? server.variables : {};
  const url = server.url.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = variables[name];
    return isTree(variable) ? String(variable.default) : "";
  });
  const base = "http://server.invalid";
  return URL.canParse(url, base) ? new URL(url, base) : undefined;
}

function describeServers(located: LocatedValue): OperationServers {
  const listed: readonly unknown[] = Array.isArray(located.value) ? located.value : [];
  // Without servers, the URL of the specification is the server.
  const servers = listed.length === 0 ? [{ url: "/" }] : listed;
  const parts = servers.map((server) => {
    const url = parseServerUrl(server);
    const variables = isTree(server) && isTree(server.variables) ? server.variables : {};
    const choices = Object.entries(variables).flatMap(([name, variable]) =>
      isTree(variable) && Array.isArray(variable.enum) ? [[name, variable.enum]] : [],
    );
    const origin = `${url?.origin ?? ""} ${toCanonicalText(choices)}`;
    return { origin, url: `${origin} ${url ? withoutFinalSlashes(url.pathname) : ""}` };
  });
  return {
    ...{ value: located.value, path: located.path },
    urls: parts.map(({ url }) => url),
    origins: parts.map(({ origin }) => origin),
  };
}

function listCallbacks({ name, own }: ApiOperation, description: ApiDescription): ApiOperation[] {
  const callbacks = description.listMembers(description.member(own, "callbacks"));
  return callbacks.flatMap(([event, callback]) =>
    description.listMembers(callback).flatMap(([address, item]) => {
      const called = `callback ${event} (${address})`;
      const key = `${called} of ${getKey(name)}`;
      return listOperations(item, `${called} of ${name}`, "", description, key).map((one) => ({
        ...one,
        body: "response" as const,
      }));
    }),
  );
}

/** By location and name; path parameters by position. */
function listParameters(
  operation: LocatedValue,
  path: string,
  description: ApiDescription,
): Map<string, LocatedValue> {
  const parameters = new Map<string, LocatedValue>();
  const inPath = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  for (const one of description.listIn(operation, "parameters")) {
    const [where, name] = [findText(one, "in"), findText(one, "name")];
    if (where === undefined || name === undefined) continue;
    const position = where === "path" ? inPath.indexOf(name) : -1;
    const called = where === "header" ? name.toLowerCase() : name;
    parameters.set(`${where} ${position === -1 ? called : position}`, one);
  }
  return parameters;
}

/** Media types of a request body or response. */
export function listMedia(
  holder: LocatedValue,
  description: ApiDescription,
): ReadonlyMap<string, LocatedValue> {
  return new Map(description.listMembers(description.member(holder, "content")));
}

/** The operations that both specifications have, and those that only one has. */
export interface Matches {
  readonly both: readonly (readonly [ApiOperation, ApiOperation])[];
  readonly gone: readonly ApiOperation[];
  readonly came: readonly ApiOperation[];
  /** Operations with the same full URL, divided differently between server and path. */
  readonly moved: readonly (readonly [ApiOperation, ApiOperation])[];
  /** All operations of each side. */
  readonly former: readonly LocatedValue[];
  readonly current: readonly LocatedValue[];
}

export function matchOperations(old: ApiDescription, young: ApiDescription): Matches {
  const [former, current] = [buildOperations(old), buildOperations(young)];
  const counterparts = findCounterparts(former, current);
  const matched = new Set(counterparts.values());
  const came = new Set(current.filter((operation) => !matched.has(operation)));
  const byFullKey = groupBy([...came], ({ fullKey }) => fullKey);
  const both: [ApiOperation, ApiOperation][] = [];
  const moved: [ApiOperation, ApiOperation][] = [];
  const gone: ApiOperation[] = [];
  for (const operation of former) {
    const same = counterparts.get(operation);
    const alike = operation.prefix === undefined ? [] : byFullKey.get(operation.fullKey);
    const other = alike?.find((one) => came.has(one) && one.prefix !== operation.prefix);
    if (same) both.push([operation, same]);
    else if (other) {
      came.delete(other);
      moved.push([operation, other]);
    } else gone.push(operation);
  }
  const [all, allNow] = [former, current].map((some) => some.map(({ own }) => own));
  return { both, gone, came: [...came], moved, former: all ?? [], current: allNow ?? [] };
}

/**
 * The current operation for each former one. Exact names take precedence, because two paths or two
 * callbacks can differ only in the names of their parameters or in their expressions.
 */
function findCounterparts(
  former: readonly ApiOperation[],
  current: readonly ApiOperation[],
): ReadonlyMap<ApiOperation, ApiOperation> {
  const counterparts = new Map<ApiOperation, ApiOperation>();
  const remaining = new Set(current);
  for (const level of [0, 1, 2] as const) {
    const byKey = groupBy([...remaining], ({ keys }) => keys[level]);
    for (const operation of former) {
      if (counterparts.has(operation)) continue;
      const same = byKey.get(operation.keys[level])?.shift();
      if (same === undefined) continue;
      counterparts.set(operation, same);
      remaining.delete(same);
    }
  }
  return counterparts;
}

function groupBy(
  operations: readonly ApiOperation[],
  getName: (operation: ApiOperation) => string,
): Map<string, ApiOperation[]> {
  const groups = new Map<string, ApiOperation[]>();
  for (const operation of operations) addTo(groups, getName(operation), operation);
  return groups;
}

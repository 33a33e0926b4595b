/** Comparison of two API specifications: the changes that a client of the old one notices. */

import type { Path } from "../../contract/openapi-references.ts";
import { getMember, isTree, type JsonTree } from "../../contract/openapi-references.ts";
import { findOwn } from "../../json/own-members.ts";
import {
  type ApiChange,
  ApiDescription,
  findText,
  getNewLocation,
  getOldLocation,
  type OwnChange,
} from "./change.ts";
import { compareParameters } from "./compare-parameters.ts";
import { comparePayloads } from "./compare-payloads.ts";
import type { NormalizedDocument, UncomparedPart } from "./normalize/document.ts";
import type { UnresolvedReference } from "./normalize/references.ts";
import type { LocatedValue } from "./normalize/tools.ts";
import { compareDeprecation } from "./notes.ts";
import { type ApiOperation, type Matches, matchOperations } from "./operations.ts";
import { SchemaComparison } from "./schemas/schema-graph.ts";
import {
  collectSchemes,
  compareWays,
  findUndefinedSchemes,
  listSchemeNames,
  type SchemeNames,
} from "./security.ts";

export interface CompareOptions {
  /** Whether part of the server's URL may move into the paths, or the reverse. */
  readonly acceptMovedPrefix?: boolean | undefined;
}

/** Number of compared elements. */
export interface ExaminedCounts {
  readonly operations: number;
  readonly parameters: number;
  readonly schemas: number;
}

export interface ApiComparison {
  /** Each change once, with the operations that it affects. Breaking changes come first. */
  readonly changes: readonly ApiChange[];
  readonly examined: ExaminedCounts;
  /** Differences that are not compared. */
  readonly uncompared: readonly UncomparedDifference[];
  readonly unresolved: {
    readonly old: readonly UnresolvedReference[];
    readonly young: readonly UnresolvedReference[];
  };
}

export function compareDescriptions(
  before: JsonTree,
  now: JsonTree,
  options?: CompareOptions,
): readonly ApiChange[] {
  return examineDescriptions(before, now, options).changes;
}

/** @throws BudgetExceededError */
export function examineDescriptions(
  before: JsonTree,
  now: JsonTree,
  { acceptMovedPrefix = false }: CompareOptions = {},
): ApiComparison {
  const old = new ApiDescription(before);
  const young = new ApiDescription(now, old.budget);
  const schemas = new SchemaComparison(old, young);
  const changes = new Map<string, OwnChange & { operations: string[] }>();
  /** Grouped by change, because most changes are of a schema that many operations share. */
  const operationsByChange = new Map<OwnChange, string[]>();
  const add = (name: string, change: OwnChange) => {
    let operations = operationsByChange.get(change);
    if (operations === undefined) {
      // The same change of a shared schema can break only some of its operations.
      const { rule, isBreaking, path, message } = change;
      const key = JSON.stringify([rule, isBreaking, change.in, path, message]);
      const entry = changes.get(key) ?? { ...change, operations: [] };
      changes.set(key, entry);
      ({ operations } = entry);
      operationsByChange.set(change, operations);
    }
    // Operations are compared one after the other.
    if (operations.at(-1) !== name) operations.push(name);
  };
  const matches = matchOperations(old, young);
  const { both, gone, came, moved } = matches;
  const schemes = listSchemeNames(old, young);
  const flows = compareFlows(old, young, schemes);
  let parameters = 0;
  for (const { name, own } of gone) {
    const isOver = getMember(own.value, "deprecated") === true;
    const message = `${name} was removed${isOver ? "; it was deprecated" : ""}.`;
    add(name, { rule: "operation-removed", isBreaking: true, message, ...getOldLocation(own) });
  }
  for (const [{ prefix }, { name, prefix: prefixNow }] of moved) {
    const message = `The path of the server URL changed from ${prefix || "/"} to ${prefixNow || "/"}, and the paths changed accordingly, so the full paths are the same.`;
    const where = { path: ["servers"], in: "new" as const };
    add(name, { rule: "path-prefix-moved", isBreaking: !acceptMovedPrefix, message, ...where });
  }
  for (const [operation, same] of [...both, ...moved]) {
    const addHere = (change: OwnChange) => add(same.name, change);
    compareOperations(operation, same, schemes, addHere);
    for (const name of new Set(operation.security.flatMap((way) => [...way.keys()]))) {
      for (const change of flows.get(name) ?? []) addHere(change);
    }
    const sides = { old, young, schemas };
    parameters += compareParameters(operation.parameters, same.parameters, sides, addHere);
    comparePayloads(operation, same, sides, addHere);
  }
  for (const { name, own } of came) {
    const message = `Added ${name}.`;
    add(name, { rule: "operation-added", isBreaking: false, message, ...getNewLocation(own) });
  }
  return {
    changes: [...changes.values()].sort(
      (one, other) => Number(other.isBreaking) - Number(one.isBreaking),
    ),
    examined: {
      operations: both.length + moved.length + gone.length + came.length,
      parameters,
      schemas: schemas.size,
    },
    uncompared: [...findServers(matches), ...findUncompared(old.document, young.document)],
    unresolved: {
      old: [...old.unresolved(), ...findUndefinedSchemes(old, matches.former)],
      young: [...young.unresolved(), ...findUndefinedSchemes(young, matches.current)],
    },
  };
}

function compareOperations(
  old: ApiOperation,
  young: ApiOperation,
  schemeNames: SchemeNames,
  add: (change: OwnChange) => void,
): void {
  for (const { aspect, message } of compareDeprecation(young.name, old.own, young.own)) {
    add({ rule: `operation-${aspect}`, isBreaking: false, message, ...getNewLocation(young.own) });
  }
  for (const change of compareWays(young.name, old.security, young.security, schemeNames)) {
    add({ ...change, ...getNewLocation(young.own) });
  }
}

/** Names of flows before 3.0. */
const earlier: Readonly<Record<string, string>> = {
  application: "clientCredentials",
  accessCode: "authorizationCode",
};

const addresses = ["authorizationUrl", "tokenUrl", "refreshUrl"];

/**
 * @param names new names of the old schemes
 * @returns the changes of each scheme, by its old name
 */
function compareFlows(
  old: ApiDescription,
  young: ApiDescription,
  names: SchemeNames,
): ReadonlyMap<string, readonly OwnChange[]> {
  const [former, current] = [collectSchemes(old), collectSchemes(young)];
  return new Map(
    [...names].flatMap(([name, now]) => {
      if (now === undefined) return [];
      const [before, after] = [
        collectFlows(former.get(name), old),
        collectFlows(current.get(now), young),
      ];
      return [[name, buildChanges(now, before, after)] as const];
    }),
  );
}

function collectFlows(
  scheme: LocatedValue | undefined,
  description: ApiDescription,
): Map<string, LocatedValue> {
  if (!scheme) return new Map();
  const flows = description.member(scheme, "flows");
  if (isTree(flows.value)) return new Map(description.listMembers(flows));
  const flow = findText(scheme, "flow");
  return new Map(flow === undefined ? [] : [[findOwn(earlier, flow) ?? flow, scheme]]);
}

function buildChanges(
  scheme: string,
  before: ReadonlyMap<string, LocatedValue>,
  now: ReadonlyMap<string, LocatedValue>,
): OwnChange[] {
  const changes: OwnChange[] = [];
  for (const [flow, one] of before) {
    const same = now.get(flow);
    if (!same) {
      const message = `${scheme} no longer supports the flow ${flow}.`;
      changes.push({
        rule: "security-flow-removed",
        isBreaking: true,
        message,
        ...getOldLocation(one),
      });
      continue;
    }
    for (const name of addresses) {
      const [from, to] = [findText(one, name) ?? "not set", findText(same, name) ?? "not set"];
      if (from === to) continue;
      const message = `The ${name} of the flow ${flow} of ${scheme} changed from ${from} to ${to}.`;
      changes.push({
        rule: "security-address-changed",
        isBreaking: false,
        message,
        ...getNewLocation(same),
      });
    }
  }
  for (const [flow, one] of now) {
    if (before.has(flow)) continue;
    const message = `${scheme} now also supports the flow ${flow}.`;
    changes.push({
      rule: "security-flow-added",
      isBreaking: false,
      message,
      ...getNewLocation(one),
    });
  }
  return changes;
}

/**
 * Differences between two specifications that are not compared, so that success does not hide them.
 */
interface UncomparedDifference {
  /** Plural name for messages: `links`. */
  readonly kind: string;
  readonly count: number;
  /** The first difference. */
  readonly path: Path;
  readonly in: "old" | "new";
}

/** Each pair of different lists of servers counts once, because most operations share one. */
function findServers({ both, moved }: Matches): UncomparedDifference[] {
  const differences = new Map<string, Path>();
  const movedPairs = new Set(moved);
  for (const pair of [...both, ...moved]) {
    const [{ servers: old }, { servers: young }] = pair;
    if (old === undefined || young === undefined) continue;
    // A moved prefix is reported as a change.
    const isMoved = movedPairs.has(pair);
    const [before, now] = isMoved ? [old.origins, young.origins] : [old.urls, young.urls];
    if (before.join("\n") === now.join("\n")) continue;
    const key = JSON.stringify([before, now]);
    if (!differences.has(key)) differences.set(key, young.path);
  }
  const [path] = differences.values();
  return path === undefined ? [] : [{ kind: "servers", count: differences.size, path, in: "new" }];
}

function findUncompared(
  old: NormalizedDocument,
  young: NormalizedDocument,
): UncomparedDifference[] {
  const collect = (
    from: readonly UncomparedPart[],
    other: readonly UncomparedPart[],
    side: "old" | "new",
  ) => {
    const differences = new Map<string, UncomparedDifference>();
    const counts = countTexts(other);
    for (const { kind, path, text } of from) {
      const key = `${kind}\n${text}`;
      const remaining = counts.get(key) ?? 0;
      counts.set(key, remaining - 1);
      if (remaining > 0) continue;
      const first = differences.get(kind) ?? { kind, count: 0, path, in: side };
      differences.set(kind, { ...first, count: first.count + 1 });
    }
    return differences;
  };
  const added = collect(young.uncompared, old.uncompared, "new");
  const removed = collect(old.uncompared, young.uncompared, "old");
  // A changed part is in both maps, but counts once.
  return [...new Map([...removed, ...added]).values()].map((difference) => ({
    ...difference,
    count: Math.max(
      added.get(difference.kind)?.count ?? 0,
      removed.get(difference.kind)?.count ?? 0,
    ),
  }));
}

function countTexts(all: readonly UncomparedPart[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, text } of all) {
    const key = `${kind}\n${text}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Comparison of OAuth flows of the security schemes that both specifications have. */
import { isTree } from "../../contract/openapi-references.ts";
import {
  type ApiDescription,
  at,
  type LocatedValue,
  type OwnChange,
  textAt,
  was,
} from "./change.ts";
import { collectSchemes, type SchemeNames } from "./security.ts";

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
export function compareFlows(
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
  const flow = textAt(scheme, "flow");
  return new Map(flow === undefined ? [] : [[earlier[flow] ?? flow, scheme]]);
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
      changes.push({ rule: "security-flow-removed", isBreaking: true, message, ...was(one) });
      continue;
    }
    for (const name of addresses) {
      const [from, to] = [textAt(one, name) ?? "not set", textAt(same, name) ?? "not set"];
      if (from === to) continue;
      const message = `The ${name} of the flow ${flow} of ${scheme} changed from ${from} to ${to}.`;
      changes.push({ rule: "security-address-changed", isBreaking: false, message, ...at(same) });
    }
  }
  for (const [flow, one] of now) {
    if (before.has(flow)) continue;
    const message = `${scheme} now also supports the flow ${flow}.`;
    changes.push({ rule: "security-flow-added", isBreaking: false, message, ...at(one) });
  }
  return changes;
}

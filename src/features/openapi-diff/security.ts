/** Comparison of security requirements by definition, ignoring scheme names. */
import { getMember, isTree, type JsonTree } from "../../contract/openapi-references.ts";
import type { ApiDescription, OwnChange } from "./change.ts";
import type { UnresolvedReference } from "./normalize/references.ts";
import type { LocatedValue } from "./normalize/tools.ts";

/** An alternative: schemes that are required together, each with its scopes. */
export type SecurityAlternative = ReadonlyMap<string, readonly string[]>;

/** The alternatives; empty if no authentication is required. */
export function listWays(
  operation: JsonTree,
  { root }: ApiDescription,
): readonly SecurityAlternative[] {
  const ways = operation.security ?? root.security;
  if (!Array.isArray(ways)) return [];
  const alternatives = ways.map(
    (way): SecurityAlternative =>
      new Map(
        (isTree(way) ? Object.keys(way).sort() : []).map((name) => {
          const list = getMember(way, name);
          return [name, Array.isArray(list) ? list.map(String) : []] as const;
        }),
      ),
  );
  return alternatives.some(({ size }) => size === 0) ? [] : alternatives;
}

/** Security schemes of a specification by name. */
export function collectSchemes(description: ApiDescription): ReadonlyMap<string, LocatedValue> {
  const whole = { value: description.root, path: [] };
  const components = description.member(whole, "components");
  const holders = [
    description.member(components, "securitySchemes"),
    description.member(whole, "securityDefinitions"),
  ];
  return new Map(
    holders
      .flatMap((holder) => description.listMembers(holder))
      .map(([name, scheme]) => [name, description.follow(scheme) ?? scheme]),
  );
}

/** Requirements of schemes that are not defined, once for each name. */
export function findUndefinedSchemes(
  description: ApiDescription,
  operations: readonly LocatedValue[],
): readonly UnresolvedReference[] {
  const schemes = collectSchemes(description);
  const { index } = description.document;
  const hasUris = String(description.original.openapi).startsWith("3.2");
  const found = new Map<string, UnresolvedReference>();
  for (const holder of [{ value: description.root, path: [] }, ...operations]) {
    for (const way of description.listIn(holder, "security")) {
      for (const name of isTree(way.value) ? Object.keys(way.value) : []) {
        if (schemes.has(name) || found.has(name)) continue;
        // Since OpenAPI 3.2, the name can also be the URI of a scheme.
        if (hasUris && typeof index.resolve(name, index.base) !== "string") continue;
        found.set(name, { text: name, path: [...way.path, name], reason: "undefined" });
      }
    }
  }
  return [...found.values()];
}

/** Definitions of the schemes, regardless of their names. */
function collectSchemeKinds(description: ApiDescription): ReadonlyMap<string, string> {
  return new Map(
    [...collectSchemes(description)].map(([name, { value }]) => [name, describeScheme(value)]),
  );
}

function describeScheme(scheme: unknown): string {
  const members: JsonTree = isTree(scheme) ? scheme : {};
  // Before 3.0, HTTP basic authentication was a type.
  const isBasic = members.type === "basic";
  const {
    type,
    in: where,
    name,
    scheme: kind,
    openIdConnectUrl,
  } = isBasic ? { ...members, type: "http", scheme: "basic" } : members;
  return [type, where, name, kind, openIdConnectUrl]
    .map((one) => one ?? "")
    .join(" ")
    .toLowerCase();
}

/** New names of the old schemes; undefined if the definition no longer exists. */
export type SchemeNames = ReadonlyMap<string, string | undefined>;

export function listSchemeNames(old: ApiDescription, young: ApiDescription): SchemeNames {
  const [former, current] = [collectSchemeKinds(old), collectSchemeKinds(young)];
  const came = [...current].filter(([name]) => !former.has(name));
  return new Map(
    [...former].map(([name, what]) => {
      if (current.has(name)) return [name, current.get(name) === what ? name : undefined] as const;
      return [name, came.find(([, other]) => other === what)?.[0]] as const;
    }),
  );
}

/** A scheme without a definition is identified by its name. */
function nameNow(name: string, names: SchemeNames): string | undefined {
  return names.has(name) ? names.get(name) : name;
}

/**
 * The differences without their location.
 * @param called name of the operation
 * @param names new names of the old schemes
 */
export function compareWays(
  called: string,
  old: readonly SecurityAlternative[],
  young: readonly SecurityAlternative[],
  names: SchemeNames,
): Pick<OwnChange, "rule" | "isBreaking" | "message">[] {
  if (old.length === 0) {
    if (young.length === 0) return [];
    const message = `${called} now requires ${formatAlternatives(young)}.`;
    return [{ rule: "security-added", isBreaking: true, message }];
  }
  if (young.length === 0) {
    const message = `${called} no longer requires authentication.`;
    return [{ rule: "security-dropped", isBreaking: false, message }];
  }
  const isSame = (one: SecurityAlternative, other: SecurityAlternative) =>
    one.size === other.size &&
    [...one.keys()].every((name) => other.has(nameNow(name, names) ?? ""));
  const gone = old.filter((one) => !young.some((other) => isSame(one, other)));
  const came = young.filter((other) => !old.some((one) => isSame(one, other)));
  const isAnother = gone.length > 0 && formatAlternatives(gone) === formatAlternatives(came);
  const message = isAnother
    ? `${called} accepts ${formatAlternatives(came)}, whose definition has changed.`
    : `${called} no longer accepts ${formatAlternatives(gone)}.`;
  const tooMessage = `${called} now also accepts ${formatAlternatives(came)}.`;
  return [
    ...(gone.length > 0 ? [{ rule: "security-removed", isBreaking: true, message }] : []),
    ...(came.length > 0 && !isAnother
      ? [{ rule: "security-way-added", isBreaking: false, message: tooMessage }]
      : []),
    ...old.flatMap((way) =>
      compareScopes(
        called,
        way,
        young.filter((other) => isSame(way, other)),
        names,
      ),
    ),
  ];
}

function formatAlternatives(ways: readonly SecurityAlternative[]): string {
  return ways.map((way) => [...way.keys()].join(" and ")).join(" or ");
}

/** @param same new alternatives with the same schemes */
function compareScopes(
  called: string,
  old: SecurityAlternative,
  same: readonly SecurityAlternative[],
  names: SchemeNames,
): Pick<OwnChange, "rule" | "isBreaking" | "message">[] {
  const [first] = same;
  if (!first) return [];
  const had = new Set(
    [...old].flatMap(([name, scopes]) => scopes.map((one) => `${nameNow(name, names)} ${one}`)),
  );
  const all = (way: SecurityAlternative) =>
    [...way].flatMap(([name, scopes]) => scopes.map((one) => `${name} ${one}`));
  const isEnough = same.some((way) => all(way).every((one) => had.has(one)));
  const say = (some: readonly string[]) =>
    `the ${some.length === 1 ? "scope" : "scopes"} ${some.map((one) => one.slice(one.indexOf(" ") + 1)).join(", ")} of ${formatAlternatives([first])}`;
  if (!isEnough) {
    const message = `${called} now requires ${say(all(first).filter((one) => !had.has(one)))}.`;
    return [{ rule: "security-scope-added", isBreaking: true, message }];
  }
  const removedScopes = [...had].filter((one) => same.every((way) => !all(way).includes(one)));
  if (removedScopes.length === 0) return [];
  const message = `${called} no longer requires ${say(removedScopes)}.`;
  return [{ rule: "security-scope-removed", isBreaking: false, message }];
}

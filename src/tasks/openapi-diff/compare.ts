/** Compares two descriptions of an API: what a client of the old one would notice of the new one. */
import { isTree, memberOf, type Tree } from "../../contract/openapi-references.ts";
import {
  at,
  type Change,
  Description,
  type Located,
  type OwnChange,
  textAt,
  was,
} from "./change.ts";
import { comparePayloads, isRequired, schemaOf } from "./compare-payloads.ts";
import { SchemaComparison } from "./compare-schemas.ts";

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

interface Operation {
  /** `GET /pets/{id}`, as it is written. */
  readonly name: string;
  readonly own: Located;
  /** With what its path says for all of its operations. */
  readonly parameters: ReadonlyMap<string, Located>;
  readonly security: readonly string[];
}

/** Each change once, with the operations that it is a change of. Breaking ones come first. */
export function compareDescriptions(before: Tree, now: Tree): Change[] {
  const [old, young] = [new Description(before), new Description(now)];
  const schemas = new SchemaComparison(old, young);
  const changes = new Map<string, OwnChange & { operations: Set<string> }>();
  const add = (name: string, change: OwnChange) => {
    const key = JSON.stringify([change.rule, change.in, change.path, change.message]);
    const known = changes.get(key);
    if (known) known.operations.add(name);
    else changes.set(key, { ...change, operations: new Set([name]) });
  };
  const [former, current] = [operationsOf(old), operationsOf(young)];
  for (const [key, operation] of former) {
    const { name } = operation;
    const same = current.get(key);
    if (!same) {
      const isOver = memberOf(operation.own.value, "deprecated") === true;
      const message = `${name} is gone${isOver ? "; it was deprecated" : ""}.`;
      add(name, { rule: "operation-removed", isBreaking: true, message, ...was(operation.own) });
      continue;
    }
    const addHere = (change: OwnChange) => add(same.name, change);
    compareOperations(operation, same, addHere);
    compareParameters(operation, same, { old, young, schemas }, addHere);
    comparePayloads(operation.own, same.own, { old, young, schemas }, addHere);
  }
  for (const [key, { name, own }] of current) {
    if (former.has(key)) continue;
    const message = `${name} is new.`;
    add(name, { rule: "operation-added", isBreaking: false, message, ...at(own) });
  }
  return [...changes.values()]
    .map(({ operations, ...change }) => ({ ...change, operations: [...operations] }))
    .sort((one, other) => Number(other.isBreaking) - Number(one.isBreaking));
}

/** By method and path, whatever the parameters in the path are called. */
function operationsOf(description: Description): Map<string, Operation> {
  const found = new Map<string, Operation>();
  const whole = { value: description.root, path: [] };
  for (const [path, item] of description.membersOf(description.member(whole, "paths"))) {
    const own = description.follow(item);
    if (!own || !path.startsWith("/")) continue;
    for (const [method, operation] of description.membersOf(own)) {
      if (!methods.includes(method) || !isTree(operation.value)) continue;
      found.set(`${method} ${path.replace(/\{[^{}]*\}/g, "{}")}`, {
        name: `${method.toUpperCase()} ${path}`,
        own: operation,
        parameters: parametersOf([own, operation], path, description),
        security: securityOf(operation.value, description.root),
      });
    }
  }
  return found;
}

/** By where they are and what they are called; those of a path by their position in it. */
function parametersOf(
  holders: readonly Located[],
  path: string,
  description: Description,
): Map<string, Located> {
  const found = new Map<string, Located>();
  const inPath = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  for (const holder of holders) {
    for (const [, one] of listed(description.member(holder, "parameters"), description)) {
      const own = description.follow(one);
      const [where, name] = [own && textAt(own, "in"), own && textAt(own, "name")];
      if (!own || where === undefined || name === undefined) continue;
      if (where === "body" || where === "formData") continue;
      const called = where === "path" ? inPath.indexOf(name) : name;
      found.set(`${where} ${where === "header" ? name.toLowerCase() : called}`, own);
    }
  }
  return found;
}

function listed(of: Located, description: Description): (readonly [number, Located])[] {
  if (!Array.isArray(of.value)) return [];
  return of.value.map((_, n) => [n, description.member(of, n)] as const);
}

/** Each way to sign in, as a name; none if anybody may call. */
function securityOf(operation: Tree, root: Tree): string[] {
  const ways = operation.security ?? root.security;
  if (!Array.isArray(ways)) return [];
  const names = ways.map((way) => (isTree(way) ? Object.keys(way).sort().join(" and ") : ""));
  return names.includes("") ? [] : names;
}

function compareOperations(
  old: Operation,
  young: Operation,
  add: (change: OwnChange) => void,
): void {
  const isOver = (one: Operation) => memberOf(one.own.value, "deprecated") === true;
  if (!isOver(old) && isOver(young)) {
    const message = `${young.name} is deprecated now.`;
    add({ rule: "operation-deprecated", isBreaking: false, message, ...at(young.own) });
  }
  const gone = old.security.filter((way) => !young.security.includes(way));
  if (old.security.length === 0 && young.security.length > 0) {
    const message = `${young.name} needs ${young.security.join(" or ")} now.`;
    add({ rule: "security-added", isBreaking: true, message, ...at(young.own) });
  } else if (gone.length > 0 && young.security.length > 0) {
    const message = `${young.name} no longer takes ${gone.join(" or ")}.`;
    add({ rule: "security-removed", isBreaking: true, message, ...at(young.own) });
  }
}

interface Sides {
  readonly old: Description;
  readonly young: Description;
  readonly schemas: SchemaComparison;
}

function compareParameters(
  before: Operation,
  now: Operation,
  { old, young, schemas }: Sides,
  add: (change: OwnChange) => void,
): void {
  for (const [key, one] of before.parameters) {
    const same = now.parameters.get(key);
    const [where] = key.split(" ");
    const name = textAt(one, "name");
    if (!same) {
      const message = `The ${where} parameter ${name} is gone.`;
      add({ rule: "parameter-removed", isBreaking: true, message, ...was(one) });
      continue;
    }
    if (!isRequired(one) && isRequired(same)) {
      const message = `The ${where} parameter ${name} is required now.`;
      add({ rule: "parameter-required", isBreaking: true, message, ...at(same) });
    }
    const [former, current] = [schemaOf(one, old), schemaOf(same, young)];
    const [used, uses] = [defaultOf(former, old), defaultOf(current, young)];
    if (used !== uses) {
      const message = `The default of the ${where} parameter ${name} was ${used} and is ${uses}.`;
      add({ rule: "parameter-default-changed", isBreaking: true, message, ...at(same) });
    }
    for (const change of schemas.changesOf(former, current, "request")) {
      add({ ...change, message: `The ${where} parameter ${name}: ${change.message}` });
    }
  }
  for (const [key, one] of now.parameters) {
    if (before.parameters.has(key)) continue;
    const what = isRequired(one) ? "required" : "optional";
    const message = `There is a new ${what} ${key.split(" ")[0]} parameter ${textAt(one, "name")}.`;
    add({ rule: "parameter-added", isBreaking: isRequired(one), message, ...at(one) });
  }
}

/** What counts where the parameter is left out, as JSON. */
function defaultOf(schema: Located, description: Description): string {
  const value = memberOf(description.follow(schema)?.value, "default");
  return value === undefined ? "not set" : JSON.stringify(value);
}

/** Compares two descriptions of an API: what a client of the old one would notice of the new one. */
import { memberOf, type Tree } from "../../contract/openapi-references.ts";
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
import { comparedAge, defaultIn } from "./notes.ts";
import { compareFlows } from "./oauth-flows.ts";
import { type Operation, operationsOf } from "./operations.ts";
import { partsOf } from "./schema-shape.ts";
import { compareWays, type Names, namesOfSchemes } from "./security.ts";

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
  const schemes = namesOfSchemes(old, young);
  const flows = compareFlows(old, young, schemes);
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
    compareOperations(operation, same, schemes, addHere);
    for (const name of new Set(operation.security.flatMap((way) => [...way.keys()]))) {
      for (const change of flows.get(name) ?? []) addHere(change);
    }
    compareParameters(operation, same, { old, young, schemas }, addHere);
    comparePayloads(operation, same, { old, young, schemas }, addHere);
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

function compareOperations(
  old: Operation,
  young: Operation,
  schemeNames: Names,
  add: (change: OwnChange) => void,
): void {
  for (const { aspect, message } of comparedAge(young.name, old.own, young.own)) {
    add({ rule: `operation-${aspect}`, isBreaking: false, message, ...at(young.own) });
  }
  for (const change of compareWays(young.name, old.security, young.security, schemeNames)) {
    add({ ...change, ...at(young.own) });
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
    if (isRequired(one) !== isRequired(same)) {
      const is = isRequired(same);
      const message = `The ${where} parameter ${name} is ${is ? "required now" : "no longer required"}.`;
      const rule = is ? "parameter-required" : "parameter-optional";
      add({ rule, isBreaking: is, message, ...at(same) });
    }
    const [style, now_] = [styleOf(one), styleOf(same)];
    if (style !== now_) {
      const message = `The ${where} parameter ${name} was written as ${style} and is as ${now_}.`;
      add({ rule: "parameter-style-changed", isBreaking: true, message, ...at(same) });
    }
    const [former, current] = [schemaOf(one, old), schemaOf(same, young)];
    for (const { aspect, message } of comparedAge(`The ${where} parameter ${name}`, one, same)) {
      add({ rule: `parameter-${aspect}`, isBreaking: false, message, ...at(same) });
    }
    const [used, uses] = [defaultIn(partsOf(former, old)), defaultIn(partsOf(current, young))];
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

/** How a list or an object is written in a parameter. Before 3.0, collectionFormat says it. */
function styleOf(parameter: Located): string {
  const { value } = parameter;
  const where = textAt(parameter, "in");
  const usual = where === "query" || where === "cookie" ? "form" : "simple";
  const formats = new Map([
    ["csv", { style: usual, explode: false }],
    ["multi", { style: "form", explode: true }],
    ["ssv", { style: "spaceDelimited", explode: false }],
    ["pipes", { style: "pipeDelimited", explode: false }],
  ]);
  const isOld = memberOf(value, "type") !== undefined;
  const format = isOld ? formats.get(textAt(parameter, "collectionFormat") ?? "csv") : undefined;
  const style = format?.style ?? textAt(parameter, "style") ?? usual;
  const explode = format?.explode ?? memberOf(value, "explode") ?? style === "form";
  return `${style}${explode === true ? ", exploded" : ""}`;
}

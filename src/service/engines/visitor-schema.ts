/** The JSON schemas of visitors' claims: what such a schema may contain, and whether claims match it. */
import type { ErrorObject, SchemaObject } from "./json-schema.ts";

const draft = "http://json-schema.org/draft-07/schema#";

/** Annotations, which are allowed everywhere and mean nothing to a check. */
const remarks = {
  title: { type: "string" },
  description: { type: "string" },
  $comment: { type: "string" },
} as const;

const claim = {
  type: "object",
  properties: {
    ...remarks,
    type: { const: "boolean" },
    default: { type: "boolean" },
    examples: { type: "array", items: { type: "boolean" } },
  },
  required: ["type"],
  additionalProperties: false,
} as const;

/** Compiling a schema takes longer the more claims it has. */
const bounds = { type: "object", maxProperties: 500 } as const;

/** Names with a meaning for every JavaScript object are refused, as other programs may read the claims. */
const names = {
  minLength: 1,
  maxLength: 255,
  not: { enum: ["__proto__", "constructor", "prototype"] },
};

/** Claims that the site's own server did not sign, such as those in the address of a page. */
const unsigned = {
  type: "object",
  properties: {
    ...remarks,
    type: { const: "object" },
    properties: { ...bounds, propertyNames: names, additionalProperties: claim },
    additionalProperties: { const: false },
  },
  required: ["type", "properties", "additionalProperties"],
  additionalProperties: false,
} as const;

/** A schema of schemas: an object of booleans, with further booleans under `unsigned`. */
const rules = {
  type: "object",
  properties: {
    ...remarks,
    $schema: { enum: [draft, draft.slice(0, -1)] },
    type: { const: "object" },
    properties: {
      ...bounds,
      propertyNames: names,
      properties: { unsigned },
      additionalProperties: claim,
    },
    additionalProperties: { const: false },
  },
  required: ["type", "properties", "additionalProperties"],
  additionalProperties: false,
} as const;

/** Where something breaks which rule: "/properties/plan/type must be equal to constant \"boolean\"". */
export type SchemaFault = string;

/** @returns what is wrong with a schema; undefined if it follows the rules */
export async function schemaFaultOf(schema: SchemaObject): Promise<SchemaFault | undefined> {
  return faultOf(rules, schema);
}

/**
 * @param schema one that follows the rules
 * @returns what is wrong with claims; undefined if they match the schema
 */
export async function claimsFaultOf(
  schema: SchemaObject,
  claims: unknown,
): Promise<SchemaFault | undefined> {
  return faultOf(schema, claims);
}

async function faultOf(schema: SchemaObject, value: unknown): Promise<SchemaFault | undefined> {
  const { Ajv } = await import("./json-schema.ts");
  // A new validator for each schema: a shared one would keep every schema that it has compiled.
  const check = new Ajv().compile(schema);
  if (check(value)) return undefined;
  return describeError(check.errors?.at(-1));
}

function describeError(error: ErrorObject | undefined): string {
  if (!error) return "it is not valid";
  const { instancePath, keyword, message, params } = error;
  const where = instancePath === "" ? "it" : instancePath;
  switch (keyword) {
    case "const":
      return `${where} must be ${JSON.stringify(params.allowedValue)}`;
    case "enum":
      return `${where} must be one of ${JSON.stringify(params.allowedValues)}`;
    case "additionalProperties":
      return `${where} must not have ${JSON.stringify(params.additionalProperty)}`;
    case "propertyNames":
      return `${where} has the name ${JSON.stringify(params.propertyName)}, which no claim can have`;
    default:
      return `${where} ${message ?? "is not valid"}`;
  }
}

/**
 * Why a schema is not valid in draft 7 at all, whatever else a platform requires, as a clause.
 */
export async function draftFaultOf(schema: unknown): Promise<string | undefined> {
  if (typeof schema !== "object" || schema === null) return "is no object";
  const { $schema = draft, ...rest }: { readonly $schema?: unknown } = schema;
  if ($schema !== draft && $schema !== draft.slice(0, -1)) {
    return `is of another draft than 7 (${JSON.stringify($schema)})`;
  }
  const { Ajv } = await import("./json-schema.ts");
  const ajv = new Ajv();
  if (ajv.validateSchema(rest) === true) return undefined;
  const [fault] = ajv.errors ?? [];
  return `is no JSON schema: ${fault?.instancePath || "the whole"} ${fault?.message ?? ""}`.trim();
}

/** The JSON schemas of visitors' claims: what such a schema may contain, and whether claims match it. */
import type { ErrorObject, SchemaObject, ValidateFunction } from "./json-schema.ts";

const draft = "http://json-schema.org/draft-07/schema#";

/** Annotations, which are allowed everywhere and mean nothing to a check. */
const remarks = {
  title: { type: "string" },
  description: { type: "string" },
  $comment: { type: "string" },
} as const;

/** Names with a meaning for every JavaScript object are refused, as other programs may read the claims. */
const names = {
  minLength: 1,
  maxLength: 255,
  not: { enum: ["__proto__", "constructor", "prototype"] },
};

/** Compiling a schema takes longer the more claims it has, and the deeper objects stand in objects. */
const mostDepth = 5;
const mostClaims = 500;
/** Of all claims: each value that a claim may have is compared with those before it. */
const mostValues = 5000;

/** @param value what a value of the claim itself has to be */
const simple = (type: "boolean" | "string" | "number", value: object, further: object = {}) => ({
  properties: {
    ...remarks,
    type: { const: type },
    default: value,
    examples: { type: "array", items: value },
    ...further,
  },
  required: ["type"],
  additionalProperties: false,
});

const text = { type: "string", maxLength: 255 } as const;
const texts = { type: "array", items: text, minItems: 1, maxItems: 500 } as const;

const simples = [
  simple("boolean", { type: "boolean" }),
  simple("string", text, { enum: texts }),
  simple("number", { type: "number" }),
];

/** A schema of schemas, each told by its type. */
const kinds = (some: readonly object[]) => ({
  type: "object",
  discriminator: { propertyName: "type" },
  required: ["type"],
  oneOf: some,
});

const list = {
  properties: { ...remarks, type: { const: "array" }, items: kinds(simples) },
  required: ["type", "items"],
  additionalProperties: false,
};

/** @param claims the rules of its claims, by their names if they have rules of their own */
const buildObjectSchema = (claims: object, named: object = {}) => ({
  properties: {
    ...remarks,
    type: { const: "object" },
    properties: {
      type: "object",
      propertyNames: names,
      properties: named,
      additionalProperties: claims,
    },
    additionalProperties: { const: false },
  },
  required: ["type", "properties", "additionalProperties"],
  additionalProperties: false,
});

/** By reference, so that the same rules are made ready once for all places. */
const claimAt = (depth: number) => ({ $ref: `#/definitions/claim${depth}` });

const definitions = Object.fromEntries(
  Array.from({ length: mostDepth + 1 }, (_, depth) => [
    `claim${depth}`,
    kinds([
      ...simples,
      list,
      ...(depth < mostDepth ? [buildObjectSchema(claimAt(depth + 1))] : []),
    ]),
  ]),
);

/** Claims that the site's own server did not sign, such as those in the address of a page. */
const unsigned = { type: "object", ...buildObjectSchema(claimAt(1)) };

/** A schema of schemas: an object of claims, with further claims under `unsigned`. */
const whole = buildObjectSchema(claimAt(0), { unsigned });
const rules = {
  type: "object",
  ...whole,
  properties: { ...whole.properties, $schema: { enum: [draft, draft.slice(0, -1)] } },
  definitions,
};

/** Where something breaks which rule: "/properties/additionalProperties must be false". */
export type SchemaFault = string;

/** @returns what is wrong with a schema; undefined if it follows the rules */
export async function findSchemaFault(schema: SchemaObject): Promise<SchemaFault | undefined> {
  const fault = findFault(await rulesCheck(), schema);
  if (fault !== undefined) return fault;
  if (countClaims(schema) > mostClaims) return `it has more than ${mostClaims} claims`;
  return countValues(schema) > mostValues
    ? `its claims have more than ${mostValues} values together`
    : undefined;
}

function countValues({ properties = {}, items, enum: values = [] }: SchemaObject): number {
  const below: readonly SchemaObject[] = [...Object.values(properties), ...(items ? [items] : [])];
  return below.reduce((sum, one) => sum + countValues(one), values.length);
}

function countClaims({ properties = {} }: SchemaObject): number {
  const below: readonly SchemaObject[] = Object.values(properties);
  return below.reduce((sum, one) => sum + countClaims(one), below.length);
}

/**
 * @param schema one that follows the rules
 * @returns what is wrong with claims; undefined if they match the schema
 */
export async function findClaimsFault(
  schema: SchemaObject,
  claims: unknown,
): Promise<SchemaFault | undefined> {
  return findFault(await compileSchema(schema), claims);
}

/** Of the process: the rules are the same for all. */
let readyRules: Promise<ValidateFunction> | undefined;

function rulesCheck(): Promise<ValidateFunction> {
  readyRules ??= compileSchema(rules);
  return readyRules;
}

async function compileSchema(schema: SchemaObject): Promise<ValidateFunction> {
  const { Ajv } = await import("./json-schema.ts");
  // A new validator for each schema: a shared one would keep every schema that it has compiled.
  return new Ajv({ discriminator: true }).compile(schema);
}

function findFault(check: ValidateFunction, value: unknown): SchemaFault | undefined {
  return check(value) ? undefined : describeError(check.errors?.at(-1));
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
    case "discriminator":
      return `${where}/type cannot be ${JSON.stringify(params.tagValue)} there`;
    case "propertyNames":
      return `${where} has the name ${JSON.stringify(params.propertyName)}, which no claim can have`;
    default:
      return `${where} ${message ?? "is not valid"}`;
  }
}

/**
 * Why a schema is not valid in draft 7 at all, whatever else a platform requires, as a clause.
 */
export async function findDraftFault(schema: unknown): Promise<string | undefined> {
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

/** JSON schemas of visitor claims: rules for the schemas, and validation of claims. */
import type { ErrorObject, SchemaObject, ValidateFunction } from "./json-schema.ts";

const draft = "http://json-schema.org/draft-07/schema#";

/** Annotations, which are allowed everywhere and not validated. */
const remarks = {
  title: { type: "string" },
  description: { type: "string" },
  $comment: { type: "string" },
} as const;

/** Names that every JavaScript object has are refused, because other programs may read the claims. */
const names = {
  minLength: 1,
  maxLength: 255,
  not: { enum: ["__proto__", "constructor", "prototype"] },
};

/** The compile time of a schema grows with the number of claims and the nesting of objects. */
const mostDepth = 5;
const mostClaims = 500;
/** For all claims together, because each value of an `enum` is compared with the previous ones. */
const mostValues = 5000;
/** For all objects, lists and values of a schema. Checked first, because validation takes longer. */
const mostNodes = 20_000;

/** @param value the rule for values of the claim itself */
const createSimpleSchema = (
  type: "boolean" | "string" | "number",
  value: object,
  further: object = {},
) => ({
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
  createSimpleSchema("boolean", { type: "boolean" }),
  createSimpleSchema("string", text, { enum: texts }),
  createSimpleSchema("number", { type: "number" }),
];

/** A schema of schemas, distinguished by their types. */
const createKindsSchema = (some: readonly object[]) => ({
  type: "object",
  discriminator: { propertyName: "type" },
  required: ["type"],
  oneOf: some,
});

const list = {
  properties: { ...remarks, type: { const: "array" }, items: createKindsSchema(simples) },
  required: ["type", "items"],
  additionalProperties: false,
};

/** @param claims the rules of the claims, by name if they have their own rules */
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

/** A reference, so that the same rules are compiled once. */
const claimAt = (depth: number) => ({ $ref: `#/definitions/claim${depth}` });

const definitions = Object.fromEntries(
  Array.from({ length: mostDepth + 1 }, (_, depth) => [
    `claim${depth}`,
    createKindsSchema([
      ...simples,
      list,
      ...(depth < mostDepth ? [buildObjectSchema(claimAt(depth + 1))] : []),
    ]),
  ]),
);

/** Claims without a signature of the site's own server, such as those in the URL of a page. */
const unsigned = { type: "object", ...buildObjectSchema(claimAt(1)) };

/** A schema of schemas: an object of claims, with further claims under `unsigned`. */
const whole = buildObjectSchema(claimAt(0), { unsigned });
const rules = {
  type: "object",
  ...whole,
  properties: { ...whole.properties, $schema: { enum: [draft, draft.slice(0, -1)] } },
  definitions,
};

/** The path and the violated rule: "/properties/additionalProperties must be false". */
export type VisitorSchemaError = string;

/** @returns the error in a schema; undefined if it is valid */
export async function findSchemaFault(
  schema: SchemaObject,
): Promise<VisitorSchemaError | undefined> {
  if (isTooLarge(schema)) return `it has more than ${mostNodes} JSON values`;
  const fault = findFault(await loadRulesCheck(), schema);
  if (fault !== undefined) return fault;
  if (countClaims(schema) > mostClaims) return `it has more than ${mostClaims} claims`;
  return countValues(schema) > mostValues
    ? `its claims have more than ${mostValues} enum values in total`
    : undefined;
}

function isTooLarge(schema: unknown): boolean {
  const waiting = [schema];
  let nodes = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (++nodes > mostNodes) return true;
    if (typeof value !== "object" || value === null) continue;
    for (const one of Object.values(value)) waiting.push(one);
  }
  return false;
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
 * @param schema a valid schema
 * @returns the error in the claims; undefined if they match the schema
 */
export async function findClaimsFault(
  schema: SchemaObject,
  claims: unknown,
): Promise<VisitorSchemaError | undefined> {
  return findFault(await compileSchema(schema), claims);
}

/** Of the process: the rules are constant. */
let readyRules: Promise<ValidateFunction> | undefined;

function loadRulesCheck(): Promise<ValidateFunction> {
  readyRules ??= compileSchema(rules);
  return readyRules;
}

async function compileSchema(schema: SchemaObject): Promise<ValidateFunction> {
  const { Ajv } = await import("./json-schema.ts");
  // A new validator for each schema, because a shared one would retain every compiled schema.
  return new Ajv({ discriminator: true }).compile(schema);
}

function findFault(check: ValidateFunction, value: unknown): VisitorSchemaError | undefined {
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
      return `${where}/type must not be ${JSON.stringify(params.tagValue)}`;
    case "propertyNames":
      return `${where} has the reserved name ${JSON.stringify(params.propertyName)}`;
    default:
      return `${where} ${message ?? "is not valid"}`;
  }
}

/**
 * The reason why a schema is not a valid draft 7 schema, as a clause, regardless of other rules of
 * a platform.
 */
export async function findDraftFault(schema: unknown): Promise<string | undefined> {
  if (typeof schema !== "object" || schema === null) return "is not an object";
  const { $schema = draft, ...rest }: { readonly $schema?: unknown } = schema;
  if ($schema !== draft && $schema !== draft.slice(0, -1)) {
    return `has an unsupported draft (${JSON.stringify($schema)}); use draft 7`;
  }
  const { Ajv } = await import("./json-schema.ts");
  const ajv = new Ajv();
  if (ajv.validateSchema(rest) === true) return undefined;
  const [fault] = ajv.errors ?? [];
  return `is not a valid JSON schema: ${fault?.instancePath || "the root"} ${fault?.message ?? ""}`.trim();
}

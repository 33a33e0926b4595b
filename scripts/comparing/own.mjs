/** Conversion of tome's contract to the form that is compared. */
import * as z from "zod/mini";
import { listTextBounds } from "./text-bounds.mjs";

/** @typedef {import("../../src/contract/endpoint.ts").Endpoint} Endpoint */
/** @typedef {import("../../src/contract/fields.ts").Field} Field */
/** @typedef {import("../../src/contract/fields.ts").Fields} Fields */
/** @typedef {import("./shapes.mjs").Schema} Schema */
/** @typedef {import("./shapes.mjs").Located} Located */
/** @typedef {import("./theirs.mjs").Operation} Operation */
/** @typedef {import("./theirs.mjs").Input} Input */

/** The characters that `contract/check.ts` accepts in an id. The length is limited by the platform. */
export const idPattern = "^[a-zA-Z0-9_-]+$";

/** @type {WeakMap<object, Located>} */
const read = new WeakMap();

/**
 * @param {readonly Endpoint[]} endpoints
 * @param {(noun: any) => string} typeOf the `type` of a pointer to a noun
 * @returns {Promise<Operation[]>}
 */
export async function ownOperations(endpoints, typeOf) {
  return Promise.all(endpoints.map((endpoint) => getOperation(endpoint, typeOf)));
}

/**
 * @param {Endpoint} endpoint
 * @param {(noun: any) => string} typeOf
 * @returns {Promise<Operation>}
 */
async function getOperation(endpoint, typeOf) {
  const [method = "", path = ""] = endpoint.route.split(" ");
  /** @type {Map<string, Input>} */
  const parameters = new Map();
  /** @type {Record<string, Field>} */
  const body = {};
  for (const [name, field] of Object.entries(endpoint.input)) {
    const isInPath = path.includes(`{${name}}`);
    const isInBody = !isInPath && !endpoint.inQuery?.includes(name);
    if (isInBody && method !== "GET" && method !== "DELETE") body[name] = field;
    else {
      const value = located(await getSchema(field, typeOf));
      const part = isInPath ? "path" : "query";
      parameters.set(`${part}.${name}`, { value, required: field.optional !== true });
    }
  }
  return {
    name: endpoint.operation,
    method,
    path,
    parameters,
    body: await getBody(endpoint, body, typeOf),
    statuses: listStatuses(endpoint, method),
    answer: endpoint.output && getResponse(await endpoint.output()),
  };
}

/** @param {Endpoint} endpoint @param {string} method */
function listStatuses({ status, output, minimal }, method) {
  if (method === "DELETE") return [204, 205];
  const usual = status ?? (output ? 200 : 204);
  return minimal ? [usual, 204] : [usual];
}

/**
 * @param {Endpoint} endpoint
 * @param {Fields} fields
 * @param {(noun: any) => string} typeOf
 * @returns {Promise<Input | undefined>}
 */
async function getBody({ wholeBody, openBody }, fields, typeOf) {
  const names = Object.keys(fields);
  if (names.length === 0) return undefined;
  const whole = wholeBody === undefined ? undefined : fields[wholeBody];
  const required = Object.values(fields).some((field) => field.optional !== true);
  const schema = whole ? await getSchema(whole, typeOf) : await getObject(fields, typeOf);
  return {
    value: located(openBody ? { ...schema, additionalProperties: true } : schema),
    required,
  };
}

/**
 * @param {Fields} fields
 * @param {(noun: any) => string} typeOf
 * @returns {Promise<Schema>}
 */
async function getObject(fields, typeOf) {
  /** @type {Record<string, Schema>} */
  const properties = {};
  for (const [name, field] of Object.entries(fields)) {
    properties[name] = await getSchema(field, typeOf);
  }
  const required = Object.keys(fields).filter((name) => fields[name]?.optional !== true);
  return { type: "object", properties, required };
}

/**
 * @param {Field} field
 * @param {(noun: any) => string} typeOf
 * @returns {Promise<Schema>}
 */
async function getSchema(field, typeOf) {
  const schema = await getPlainSchema(field, typeOf);
  return field.nullable ? { anyOf: [schema, { type: "null" }] } : schema;
}

/**
 * @param {Field} field
 * @param {(noun: any) => string} typeOf
 * @returns {Promise<Schema>}
 */
async function getPlainSchema(field, typeOf) {
  switch (field.kind) {
    case "id":
      return bounded({ type: "string" }, { pattern: idPattern });
    case "text": {
      const { min: minLength, max: maxLength, pattern } = field;
      return bounded({ type: "string" }, { minLength, maxLength, pattern: pattern?.source });
    }
    case "integer":
      return bounded({ type: "integer" }, { minimum: field.min, maximum: field.max });
    case "boolean":
      return { type: "boolean" };
    case "enum":
      return { type: "string", enum: [...field.values] };
    case "list": {
      const items = await getSchema(field.of, typeOf);
      return bounded({ type: "array", items }, { maxItems: field.max });
    }
    case "pointer": {
      const options = field.to.map((noun) => ({
        type: "object",
        properties: { type: { const: typeOf(noun) }, [field.under ?? noun]: { type: "string" } },
        required: ["type", field.under ?? noun],
      }));
      return { anyOf: options };
    }
    case "group":
      return getObject(field.fields, typeOf);
    case "json": {
      const { schema, root } = getModel(await field.model(), "input");
      // A value inside a body shares the document of the body, so its definitions are inlined.
      return inlined(schema, root);
    }
  }
}

/**
 * @param {Schema} schema
 * @param {Readonly<Record<string, unknown>>} limits
 * @returns {Schema}
 */
function bounded(schema, limits) {
  const definedLimits = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  return { ...schema, ...Object.fromEntries(definedLimits) };
}

/**
 * @param {Schema} schema
 * @returns {Located}
 */
const located = (schema) => ({ schema, root: schema });

/** @param {z.core.$ZodType} model */
const getResponse = (model) => getModel(model, "output");

/**
 * @param {z.core.$ZodType} model
 * @param {"input" | "output"} io
 * @returns {Located}
 */
function getModel(model, io) {
  const before = read.get(model);
  if (before) return before;
  const schema = /** @type {Schema} */ (
    z.toJSONSchema(model, {
      io,
      unrepresentable: "any",
      override({ zodSchema, jsonSchema }) {
        if (io === "input" && jsonSchema.type === "string") {
          Object.assign(jsonSchema, listTextBounds(zodSchema));
        }
      },
    })
  );
  const result = located(schema);
  read.set(model, result);
  return result;
}

/**
 * Replaces the references inside a value's document with their targets.
 * @param {Schema} schema
 * @param {Schema} root
 * @returns {Schema}
 */
function inlined(schema, root) {
  /** @type {Map<string, object>} */
  const targets = new Map();
  /** @param {any} value @returns {any} */
  const copy = (value) => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== "object" || value === null) return value;
    if (typeof value.$ref !== "string") return copyMembers(value, {});
    const before = targets.get(value.$ref);
    if (before) return before;
    /** @type {Record<string, unknown>} */
    const target = {};
    targets.set(value.$ref, target);
    const referenced = value.$ref
      .split("/")
      .slice(1)
      .reduce((/** @type {any} */ node, /** @type {string} */ part) => node?.[part], root);
    return copyMembers(referenced, target);
  };
  /** @param {object} value @param {Record<string, unknown>} target */
  const copyMembers = (value, target) => {
    for (const [name, member] of Object.entries(value)) {
      if (name !== "$defs") target[name] = copy(member);
    }
    return target;
  };
  return copy(schema);
}

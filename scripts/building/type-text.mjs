/** Writes fields and models of the contract as types of TypeScript. */

/** @typedef {import("../../src/contract/fields.ts").Field} Field */
/** @typedef {import("../../src/contract/fields.ts").Fields} Fields */
/** @typedef {import("zod/mini").ZodMiniType} Model */

/**
 * @typedef {object} Names
 * @property {(model: Model) => string | undefined} nameOf the name of a model that is declared by itself
 * @property {(noun: any) => string} typeOf the `type` of a reference to a noun
 */

/**
 * The type of an input: each member with its help.
 * @param {Fields} fields
 * @param {Names} names
 * @param {string} indent
 * @returns {Promise<string>}
 */
export async function fieldsText(fields, names, indent) {
  const members = await Promise.all(
    Object.entries(fields).map(async ([name, field]) => {
      const optional = field.optional ? "?" : "";
      const undefinable = field.optional ? " | undefined" : "";
      const type = await fieldText(field, names, `${indent}  `);
      const help = field.help === "" ? "" : `${indent}  /** ${inComment(field.help)} */\n`;
      return `${help}${indent}  readonly ${keyOf(name)}${optional}: ${type}${undefinable};\n`;
    }),
  );
  return `{\n${members.join("")}${indent}}`;
}

/**
 * @param {Field} field
 * @param {Names} names
 * @param {string} indent
 * @returns {Promise<string>}
 */
async function fieldText(field, names, indent) {
  const type = await plainText(field, names, indent);
  return field.nullable ? `${type} | null` : type;
}

/**
 * @param {Field} field
 * @param {Names} names
 * @param {string} indent
 * @returns {Promise<string>}
 */
async function plainText(field, names, indent) {
  switch (field.kind) {
    case "id":
    case "text":
      return "string";
    case "whole":
      return "number";
    case "flag":
      return "boolean";
    case "oneOf":
      return field.values.map((value) => JSON.stringify(value)).join(" | ");
    case "list":
      return `readonly ${inList(await fieldText(field.of, names, indent))}[]`;
    case "pointer":
      return field.to
        .map((noun) => {
          const type = JSON.stringify(names.typeOf(noun));
          return `{ readonly type: ${type}; readonly ${keyOf(field.under ?? noun)}: string }`;
        })
        .join(" | ");
    case "group":
      return fieldsText(field.fields, names, indent);
    case "json":
      return modelText(await field.model(), names);
  }
}

/**
 * The type of a model, under its name if it has one.
 * @param {any} model
 * @param {Names} names
 * @returns {string}
 */
export function modelText(model, names) {
  return names.nameOf(model) ?? declaredText(model, names);
}

/**
 * The type of a model written out. Members that a model does not know are in the answers all the same:
 * the platform may send more than its description says.
 * @param {any} model
 * @param {Names} names
 * @returns {string}
 * @throws an error for a kind of model that is not known here
 */
export function declaredText(model, names) {
  const { def } = model._zod;
  const text = (/** @type {any} */ inner) => modelText(inner, names);
  switch (def.type) {
    case "string":
      return "string";
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "never":
      return "never";
    case "unknown":
    case "any":
      return "unknown";
    case "literal":
      return def.values.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(" | ");
    case "enum":
      return Object.values(def.entries)
        .map((value) => JSON.stringify(value))
        .join(" | ");
    case "array":
      return `${inList(text(def.element))}[]`;
    case "nullable":
      return `${text(def.innerType)} | null`;
    case "optional":
      return `${text(def.innerType)} | undefined`;
    case "union":
      return [...new Set(def.options.map(text))].join(" | ");
    case "record":
      return recordText(def, text);
    case "lazy":
      return text(def.getter());
    case "object":
      return objectText(def, text);
    default:
      throw new Error(`scripts/building/type-text.mjs does not know the model ${def.type}.`);
  }
}

/**
 * @param {any} def
 * @param {(inner: any) => string} text
 */
function recordText({ keyType, valueType }, text) {
  const key = text(keyType);
  const record = `Record<${key}, ${text(valueType)}>`;
  return key === "string" ? record : `Partial<${record}>`;
}

/**
 * @param {any} def
 * @param {(inner: any) => string} text
 */
function objectText({ shape, catchall }, text) {
  const members = Object.entries(shape);
  if (members.length === 0) {
    return `Record<string, ${catchall?._zod.def.type === "never" ? "never" : "unknown"}>`;
  }
  const parts = members.map(([name, member]) => {
    const optional = isOptional(member) ? "?" : "";
    return `${keyOf(name)}${optional}: ${text(member)}`;
  });
  return `{ ${parts.join("; ")} }`;
}

/** @param {any} member */
function isOptional(member) {
  return member._zod.def.type === "optional";
}

/** @param {string} type of an item */
function inList(type) {
  return /[ |]/.test(type) && !/^\{[^{}]*\}$/.test(type) ? `(${type})` : type;
}

/** @param {string} name */
function keyOf(name) {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** @param {string} text */
export function inComment(text) {
  return text.replaceAll("*/", "*\\/");
}

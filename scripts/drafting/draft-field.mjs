/** Drafts of fields of the contract. */
import { getShape } from "../comparing/shapes.mjs";

/** The functions of src/contract/fields.ts, in the order of their import. */
export const fieldBuilders = [
  ...["boolean", "enumeration", "group", "id", "integer", "json", "list", "nullable"],
  ...["optional", "text"],
];

const longestHelp = 72;
/** Members of an object that are separate flags; larger objects are JSON. */
const mostMembers = 4;

/**
 * @typedef {object} DraftInput
 * @property {string} name
 * @property {import("../comparing/shapes.mjs").Located} value
 * @property {boolean} required
 * @property {string | undefined} description
 */

/**
 * @param {DraftInput} input
 * @param {ReadonlyMap<string, string>} ids nouns by the name of a field
 * @returns {{ text: string, model: string | undefined }} the model that the field needs
 */
export function printField({ name, value, required, description }, ids) {
  const shape = getShape(value);
  const help = toHelp(description || findDescription(value), name);
  const field = printValue(name, value, help, ids);
  const isNull = shape.types.has("null");
  const nullable = isNull ? `nullable(${field})` : field;
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  return {
    text: `    ${key}: ${required ? nullable : `optional(${nullable})`},`,
    model: field.startsWith("json(") ? toModelName(name) : undefined,
  };
}

/** @param {string} name */
export function toModelName(name) {
  return name.replace(/\W+(\w)/g, (_, letter) => letter.toUpperCase());
}

/**
 * @param {string} name
 * @param {import("../comparing/shapes.mjs").Located} value
 * @param {string} help
 * @param {ReadonlyMap<string, string>} ids
 * @returns {string}
 */
function printValue(name, value, help, ids) {
  const shape = getShape(value);
  const types = [...shape.types].filter((type) => type !== "null");
  const text = JSON.stringify(help);
  const noun = ids.get(name);
  if (types.length === 1) {
    const values = [...(shape.values ?? [])];
    if (types[0] === "string" && values.length > 0) {
      return `enumeration(${printList(values)}, ${text}${printOptions({ default: findDefault(value) })})`;
    }
    if (types[0] === "string") {
      if (noun !== undefined) return `id(${JSON.stringify(noun)}, ${text})`;
      return `text(${text}${printOptions(getTextLimits(shape, value))})`;
    }
    if (types[0] === "boolean")
      return `boolean(${text}${printOptions({ default: findDefault(value) })})`;
    if (types[0] === "number" && values.length === 0) {
      const { minimum: min, maximum: max } = shape.limits;
      return `integer(${text}${printOptions({ min, max, default: findDefault(value) })})`;
    }
    if (types[0] === "array" && shape.items !== undefined) {
      const item = printValue(name, shape.items, toHelp("", name), ids);
      if (!/^(?:json|group|list)\(/.test(item)) {
        return `list(${item}, ${text}${printOptions({ max: shape.limits.maxItems })})`;
      }
    }
    const isSmall = shape.members.size > 0 && shape.members.size <= mostMembers;
    if (types[0] === "object" && isSmall && shape.variants.length === 0 && !shape.rest) {
      const members = [...shape.members].map(([member, { value, required }]) =>
        printField({ name: member, value, required, description: undefined }, ids),
      );
      if (members.every(({ model }) => model === undefined)) {
        const lines = members.map(({ text }) => `    ${text}`).join("\n");
        return `group(\n      {\n${lines}\n      },\n      ${text},\n    )`;
      }
    }
  }
  return `json(${toModelName(name)}, ${text})`;
}

/**
 * @param {import("../comparing/shapes.mjs").Shape} shape
 * @param {import("../comparing/shapes.mjs").Located} value
 */
function getTextLimits(shape, value) {
  const format = findFormat(value);
  return {
    min: shape.limits.minLength,
    max: shape.limits.maxLength,
    ...(format === "uri" && { format: "url" }),
    ...(format === "date-time" && { format }),
  };
}

/** @param {import("../comparing/shapes.mjs").Located} value */
function findFormat(value) {
  return getShape(value)
    .sources.map(({ format }) => format)
    .find((format) => format !== undefined);
}

/** @param {import("../comparing/shapes.mjs").Located} value */
function findDefault(value) {
  const sources = /** @type {readonly { default?: unknown }[]} */ (getShape(value).sources);
  return sources.map((source) => source.default).find((one) => one !== undefined);
}

/** @param {import("../comparing/shapes.mjs").Located} value */
function findDescription(value) {
  const own = /** @type {{ description?: string }} */ (value.schema).description;
  const sources = /** @type {readonly { description?: string }[]} */ (getShape(value).sources);
  return (
    own ?? sources.map(({ description }) => description).find((one) => one !== undefined) ?? ""
  );
}

/** @param {Readonly<Record<string, unknown>>} options */
function printOptions(options) {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return "";
  return `, { ${entries.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", ")} }`;
}

/** @param {readonly unknown[]} values */
function printList(values) {
  return `[${values.map((value) => JSON.stringify(value)).join(", ")}]`;
}

/**
 * The first sentence of a description, without a period; else the words of the name.
 * @param {string} description
 * @param {string} name
 */
export function toHelp(description, name) {
  const [sentence = ""] = description.trim().split(/\.(?:\s|$)|\n/);
  const words = sentence.replace(/\s+/g, " ").trim() || toWords(name);
  if (words.length <= longestHelp) return words;
  return words.slice(0, words.lastIndexOf(" ", longestHelp)).trim();
}

/** @param {string} name */
function toWords(name) {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

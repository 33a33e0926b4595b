/** Conversion of fields and models of the contract to TypeScript types. */

/** @typedef {import("../../src/contract/fields.ts").Field} Field */
/** @typedef {import("../../src/contract/fields.ts").Fields} Fields */
/** @typedef {import("zod/mini").ZodMiniType} Model */

/**
 * @typedef {object} Names
 * @property {(model: Model) => string | undefined} nameOf the name of a model with its own declaration
 * @property {(noun: any) => string} typeOf the `type` of a pointer to a noun
 */

/**
 * The type of an input, with the help texts as comments.
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
      return `${help}${indent}  readonly ${getKey(name)}${optional}: ${type}${undefinable};\n`;
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
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "enum":
      return field.values.map((value) => JSON.stringify(value)).join(" | ");
    case "list":
      return `readonly ${inList(await fieldText(field.of, names, indent))}[]`;
    case "pointer":
      return field.to
        .map((noun) => {
          const type = JSON.stringify(names.typeOf(noun));
          return `{ readonly type: ${type}; readonly ${getKey(field.under ?? noun)}: string }`;
        })
        .join(" | ");
    case "group":
      return fieldsText(field.fields, names, indent);
    case "json":
      return modelText(await field.model(), names);
  }
}

/**
 * The name of a model's type, or the type itself if it has no declaration.
 * @param {any} model
 * @param {Names} names
 * @returns {string}
 */
export function modelText(model, names) {
  return names.nameOf(model) ?? declaredText(model, names);
}

/**
 * The inlined type of a model. Responses may contain members that the model does not define.
 * @param {any} model
 * @param {Names} names
 * @returns {string}
 * @throws an error for an unsupported kind of model
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
      throw new Error(`Unsupported model type in scripts/building/type-text.mjs: ${def.type}`);
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
    return `${getKey(name)}${optional}: ${text(member)}`;
  });
  return `{ ${parts.join("; ")} }`;
}

/** @param {any} member */
function isOptional(member) {
  return member._zod.def.type === "optional";
}

/** @param {string} type the type of an item */
function inList(type) {
  return /[ |]/.test(type) && !/^\{[^{}]*\}$/.test(type) ? `(${type})` : type;
}

/** @param {string} name */
function getKey(name) {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** @param {string} text */
export function inComment(text) {
  return text.replaceAll("*/", "*\\/");
}

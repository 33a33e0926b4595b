/** Drafts of models, for a response and for fields that are JSON. */
import { getShape } from "../comparing/shapes.mjs";
import { printField, toModelName } from "./draft-field.mjs";

/** @typedef {import("../comparing/shapes.mjs").Located} Located */

/** Schemas that have a model in src/contract, with its name and module. */
const knownModels = /** @type {const} */ ({
  Space: ["space", "space.model.ts"],
  Site: ["site", "site.model.ts"],
  User: ["user", "user.model.ts"],
  ChangeRequest: ["changeRequest", "cr.model.ts"],
  ContentRef: ["contentReference", "content-reference.model.ts"],
  PlainObject: ["object", "shared.model.ts"],
  Timestamp: ["time", "shared.model.ts"],
});

/** Deeper objects are drafted as objects with unknown members. */
const deepest = 6;

/** The imports that a module needs. */
class Imports {
  /** @type {Map<string, Set<string>>} */
  #names = new Map();

  /** @param {string} name @param {string} file */
  add(name, file) {
    const names = this.#names.get(file) ?? new Set();
    names.add(name);
    this.#names.set(file, names);
    return name;
  }

  print() {
    return [...this.#names]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([file, names]) => `import { ${[...names].sort().join(", ")} } from "./${file}";`);
  }
}

/**
 * @param {import("../comparing/theirs.mjs").Operation} operation
 * @param {string} file
 * @param {string} summary
 * @returns {{ text: string, answer: string | undefined }} the name of the model of the response
 */
export function printModels(operation, file, summary) {
  const imports = new Imports();
  const body = operation.body && getShape(operation.body.value);
  const inputs = [
    ...[...operation.parameters].map(([location, input]) => ({
      ...input,
      name: location.slice(location.indexOf(".") + 1),
    })),
    ...[...(body?.members ?? [])].map(([name, { value, required }]) => ({ name, value, required })),
    ...(operation.body && body && !body.types.has("object")
      ? [{ name: "body", ...operation.body }]
      : []),
  ];
  const fields = inputs.filter(
    (input) => printField({ ...input, description: undefined }, new Map()).model !== undefined,
  );
  const models = fields.map(
    ({ name, value }) => `export const ${toModelName(name)} = ${print(value, imports, 0)};`,
  );
  const answer = operation.answer && printAnswer(operation.answer, imports);
  if (answer) models.push(`export const response = ${answer};`);
  if (models.length === 0) return { text: "", answer: undefined };
  const head = [`/** Model of ${file}: ${summary}. */`, 'import * as z from "zod/mini";'];
  return {
    text: [...head, ...imports.print(), "", models.join("\n\n"), ""].join("\n"),
    answer: answer && "response",
  };
}

/** @param {Located} answer @param {Imports} imports */
function printAnswer(answer, imports) {
  const items = getShape(answer).members.get("items");
  const inside = items && getShape(items.value).items;
  if (!inside) return print(answer, imports, 0);
  return `${imports.add("page", "shared.model.ts")}(${print(inside, imports, 1)})`;
}

/**
 * @param {Located} located
 * @param {Imports} imports
 * @param {number} depth
 * @returns {string}
 */
function print(located, imports, depth) {
  const shape = getShape(located);
  const isNull = shape.types.has("null");
  const types = [...shape.types].filter((type) => type !== "null");
  const text = printPlain(located, types, imports, depth);
  return isNull ? `z.nullable(${text})` : text;
}

/**
 * @param {Located} located
 * @param {readonly string[]} types
 * @param {Imports} imports
 * @param {number} depth
 * @returns {string}
 */
function printPlain(located, types, imports, depth) {
  const shape = getShape(located);
  const known = Object.entries(knownModels).find(([name]) => name === shape.name)?.[1];
  if (known) return imports.add(known[0], known[1]);
  if (shape.variants.length > 0) {
    if (depth > deepest) return imports.add("object", "shared.model.ts");
    const variants = shape.variants.map((variant) => printObject(variant.members, imports, depth));
    return `z.union([${variants.join(", ")}])`;
  }
  if (types.length !== 1) return "z.unknown()";
  const values = [...(shape.values ?? [])];
  switch (types[0]) {
    case "string":
      if (values.length === 1) return `z.literal(${JSON.stringify(values[0])})`;
      if (values.length > 1) {
        return `z.enum([${values.map((value) => JSON.stringify(value)).join(", ")}])`;
      }
      return printString(located, imports);
    case "number":
      return "z.number()";
    case "boolean":
      return "z.boolean()";
    case "array":
      return shape.items
        ? `z.array(${print(shape.items, imports, depth + 1)})`
        : "z.array(z.unknown())";
    case "object":
      if (shape.members.size > 0 && depth <= deepest) {
        return printObject(shape.members, imports, depth);
      }
      if (shape.rest && depth <= deepest) {
        return `z.record(z.string(), ${print(shape.rest, imports, depth + 1)})`;
      }
      return imports.add("object", "shared.model.ts");
    default:
      return "z.unknown()";
  }
}

/** @param {Located} located @param {Imports} imports */
function printString(located, imports) {
  const shape = getShape(located);
  const format = shape.sources.map((source) => source.format).find((one) => one !== undefined);
  const { minLength, maxLength } = shape.limits;
  if (format === "date-time") return imports.add("time", "shared.model.ts");
  if (minLength !== undefined || maxLength !== undefined) {
    imports.add("lengths", "check.ts");
    return `z.string().check(...lengths(${minLength ?? 0}, ${maxLength ?? "Number.POSITIVE_INFINITY"}))`;
  }
  return format === "uri" ? imports.add("url", "shared.model.ts") : "z.string()";
}

/**
 * @param {ReadonlyMap<string, import("../comparing/shapes.mjs").Member>} members
 * @param {Imports} imports
 * @param {number} depth
 */
function printObject(members, imports, depth) {
  const lines = [...members].map(([name, { value, required }]) => {
    const text = print(value, imports, depth + 1);
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${key}: ${required ? text : `z.optional(${text})`}`;
  });
  return `z.looseObject({ ${lines.join(", ")} })`;
}

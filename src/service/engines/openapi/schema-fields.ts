/** Schemas of an API as the fields that a page shows. */
import type { Field } from "../../../document/html/operation.ts";
import { asText, described, type Follow, listOf, type Tree, treeOf } from "./values.ts";

/** Deeper than this, a field is named and its own fields are left out. */
const deepest = 6;
/** Of one operation. */
const mostFields = 2000;

type ReadField = (schema: unknown, file: string, name: string, isRequired: boolean) => Field;

/** @returns reads schemas of one operation, whose fields are counted together */
export function createSchemaReader(follow: Follow): ReadField {
  let fields = 0;

  function fieldOf(
    written: unknown,
    from: string,
    name: string,
    isRequired: boolean,
    above: readonly unknown[],
  ): Field {
    fields++;
    const { value, file } = follow(written, from);
    const schema = treeOf(value);
    const parts = [...listOf(schema.allOf), ...firstChoice(schema)].map((one) => follow(one, file));
    const within = above.length >= deepest || above.includes(value) || fields > mostFields;
    const inner = within ? [] : propertiesOf(schema, file, parts, [...above, value]);
    const type = typeOf(schema, file, follow);
    return {
      name,
      type,
      isRequired,
      isDeprecated: schema.deprecated === true,
      description: described(schema.description),
      rules: rulesOf(schema),
      fields: inner,
    };
  }

  /** Its own, those of all that it is made of, and those of the items of a list. */
  function propertiesOf(
    schema: Tree,
    file: string,
    parts: readonly { readonly value: unknown; readonly file: string }[],
    above: readonly unknown[],
  ): Field[] {
    const own = new Map<string, Field>();
    for (const part of [{ value: schema as unknown, file }, ...parts]) {
      const tree = treeOf(part.value);
      const required = new Set(listOf(tree.required));
      for (const [name, property] of Object.entries(treeOf(tree.properties))) {
        if (own.has(name) || fields > mostFields) continue;
        own.set(name, fieldOf(property, part.file, name, required.has(name), above));
      }
      if (part.value === schema || above.includes(part.value) || above.length >= deepest) continue;
      const further = [...listOf(tree.allOf)].map((one) => follow(one, part.file));
      const inner = propertiesOf({}, part.file, further, [...above, part.value]);
      for (const field of inner) if (!own.has(field.name)) own.set(field.name, field);
    }
    if (own.size > 0 || schema.items === undefined) return [...own.values()];
    return [...fieldOf(schema.items, file, "", false, above).fields];
  }

  return (schema, file, name, isRequired) => fieldOf(schema, file, name, isRequired, []);
}

/** Of several forms, the first is shown. */
function firstChoice(schema: Tree): readonly unknown[] {
  return [...listOf(schema.oneOf), ...listOf(schema.anyOf)].slice(0, 1);
}

function typeOf(schema: Tree, file: string, follow: Follow): string {
  const { type, format, items } = schema;
  const base = Array.isArray(type)
    ? type.map(String).join(" or ")
    : String(type ?? guessed(schema));
  if (base === "array" && items !== undefined) {
    const inner = follow(items, file);
    const word = treeOf(inner.value);
    return `array of ${String(word.type ?? guessed(word))}`;
  }
  return typeof format === "string" ? `${base} (${format})` : base;
}

function guessed(schema: Tree): string {
  if (schema.properties !== undefined || schema.allOf !== undefined) return "object";
  const choices = listOf(schema.oneOf).length + listOf(schema.anyOf).length;
  if (choices > 1) return `one of ${choices} forms`;
  if (schema.enum !== undefined) return "string";
  return choices === 1 ? "object" : "any";
}

const longestRule = 200;

function rulesOf(schema: Tree): string[] {
  const rule = (name: string, words: string) =>
    schema[name] === undefined || typeof schema[name] === "object"
      ? []
      : [`${words} ${String(schema[name])}`.slice(0, longestRule)];
  const values = listOf(schema.enum).map(String);
  const nullable = schema.nullable === true ? ["may be null"] : [];
  return [
    ...nullable,
    ...(values.length > 0 ? [`one of ${values.join(", ")}`.slice(0, longestRule)] : []),
    ...(schema.default === undefined
      ? []
      : [`default ${asText(schema.default)}`.slice(0, longestRule)]),
    ...rule("minimum", "at least"),
    ...rule("maximum", "at most"),
    ...rule("minLength", "at least so many characters:"),
    ...rule("maxLength", "at most so many characters:"),
    ...rule("pattern", "matches"),
    ...(schema.example === undefined
      ? []
      : [`for example ${asText(schema.example)}`.slice(0, longestRule)]),
  ];
}

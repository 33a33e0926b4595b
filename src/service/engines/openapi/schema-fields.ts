/** Conversion of API schemas to the fields that a page shows. */
import type { HtmlField } from "../../../document/html/operation.ts";
import type { Budget } from "../../../json/budget.ts";
import {
  asText,
  buildTree,
  type Describe,
  type Follow,
  type SpecificationTree,
  toList,
} from "./values.ts";

/** Fields at a greater depth are listed without their own fields. */
const deepest = 6;
/** The maximum number of fields of one operation. */
const mostFields = 2000;

/** The number of required property names that cost as much as one node. */
const namesOfNode = 64;

type ReadField = (schema: unknown, file: string, name: string, isRequired: boolean) => HtmlField;

/** A nested schema, with the chain of its parents. */
interface SchemaPart {
  readonly value: unknown;
  readonly file: string;
}

/**
 * @param reading the budget, on which every visited schema and property draws, even without output
 * @returns a reader for the schemas of one operation, whose fields are counted together
 */
export function createSchemaReader({
  follow,
  describe,
  budget,
}: {
  readonly follow: Follow;
  readonly describe: Describe;
  readonly budget: Budget;
}): ReadField {
  let fields = 0;
  /** Many references can have the same target, whose values can be long. */
  const cachedFields = new Map<SpecificationTree, Pick<HtmlField, "type" | "rules">>();

  function parseField(
    written: unknown,
    from: string,
    name: string,
    isRequired: boolean,
    above: readonly unknown[],
  ): HtmlField {
    fields++;
    budget.drawNodes();
    const { value, file } = follow(written, from);
    const schema = buildTree(value);
    const within = above.length >= deepest || above.includes(value) || fields > mostFields;
    const inner = within ? [] : listProperties(schema, file, [...above, value]);
    const { type, rules } = getShape(schema, file);
    budget.drawCharacters(name.length + type.length);
    for (const rule of rules) budget.drawCharacters(rule.length);
    return {
      name,
      type,
      isRequired,
      isDeprecated: schema.deprecated === true,
      description: describe(schema.description),
      rules,
      fields: inner,
    };
  }

  function getShape(schema: SpecificationTree, file: string) {
    const shape = cachedFields.get(schema) ?? {
      type: getType(schema, file, follow).slice(0, longestRule),
      rules: listRules(schema),
    };
    cachedFields.set(schema, shape);
    return shape;
  }

  /** Its own properties, those of its combined schemas, and those of the items of a list. */
  function listProperties(
    schema: SpecificationTree,
    file: string,
    above: readonly unknown[],
  ): HtmlField[] {
    const fieldsByName = new Map<string, HtmlField>();
    /** The minimum depth at which each schema was visited; it is visited again only at a lower depth. */
    const depths = new Map<unknown, number>();

    function add({ value, file: from }: SchemaPart, chain: readonly unknown[]): void {
      const tree = buildTree(value);
      const names = toList(tree.required);
      budget.drawNodes(1 + Math.floor(names.length / namesOfNode));
      const required = new Set(names);
      for (const [name, property] of Object.entries(buildTree(tree.properties))) {
        budget.drawNodes();
        if (fieldsByName.has(name) || fields > mostFields) continue;
        fieldsByName.set(name, parseField(property, from, name, required.has(name), chain));
      }
    }

    function addPart(part: SchemaPart, chain: readonly unknown[]): void {
      if ((depths.get(part.value) ?? Number.POSITIVE_INFINITY) <= chain.length) return;
      depths.set(part.value, chain.length);
      add(part, chain);
      if (chain.includes(part.value) || chain.length >= deepest || fields > mostFields) return;
      for (const one of toList(buildTree(part.value).allOf)) {
        addPart(follow(one, part.file), [...chain, part.value]);
      }
    }

    add({ value: schema, file }, above);
    for (const one of [...toList(schema.allOf), ...pickFirstChoice(schema)]) {
      budget.drawNodes();
      addPart(follow(one, file), above);
    }
    if (fieldsByName.size > 0 || schema.items === undefined) return [...fieldsByName.values()];
    return [...parseField(schema.items, file, "", false, above).fields];
  }

  return (schema, file, name, isRequired) => parseField(schema, file, name, isRequired, []);
}

/** Only the first of several alternatives is shown. */
function pickFirstChoice({ oneOf, anyOf }: SpecificationTree): readonly unknown[] {
  const forms = toList(oneOf).length > 0 ? toList(oneOf) : toList(anyOf);
  return forms.slice(0, 1);
}

function getType(schema: SpecificationTree, file: string, follow: Follow): string {
  const { type, format, items } = schema;
  const base = Array.isArray(type)
    ? type.map(String).join(" or ")
    : String(type ?? guessType(schema));
  if (base === "array" && items !== undefined) {
    const inner = follow(items, file);
    const word = buildTree(inner.value);
    return `array of ${String(word.type ?? guessType(word))}`;
  }
  return typeof format === "string" ? `${base} (${format})` : base;
}

function guessType(schema: SpecificationTree): string {
  if (schema.properties !== undefined || schema.allOf !== undefined) return "object";
  const choices = toList(schema.oneOf).length + toList(schema.anyOf).length;
  if (choices > 1) return `one of ${choices} schemas`;
  if (schema.enum !== undefined) return "string";
  return choices === 1 ? "object" : "any";
}

const longestRule = 200;

function listRules(schema: SpecificationTree): string[] {
  const rule = (name: string, words: string) =>
    schema[name] === undefined || typeof schema[name] === "object"
      ? []
      : [`${words} ${String(schema[name])}`.slice(0, longestRule)];
  const values = toList(schema.enum).map(String);
  const nullable = schema.nullable === true ? ["nullable"] : [];
  return [
    ...nullable,
    ...(values.length > 0 ? [`one of ${values.join(", ")}`.slice(0, longestRule)] : []),
    ...(schema.default === undefined
      ? []
      : [`default ${asText(schema.default)}`.slice(0, longestRule)]),
    ...rule("minimum", "minimum"),
    ...rule("maximum", "maximum"),
    ...rule("minLength", "minimum length"),
    ...rule("maxLength", "maximum length"),
    ...rule("pattern", "matches"),
    ...(schema.example === undefined
      ? []
      : [`for example ${asText(schema.example)}`.slice(0, longestRule)]),
  ];
}

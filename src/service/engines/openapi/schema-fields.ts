/** Schemas of an API as the fields that a page shows. */
import type { Field } from "../../../document/html/operation.ts";
import type { Budget } from "../../../json/budget.ts";
import { asText, buildTree, type Describe, type Follow, type Tree, toList } from "./values.ts";

/** Deeper than this, a field is named and its own fields are left out. */
const deepest = 6;
/** Of one operation. */
const mostFields = 2000;

/** Names of required properties that cost as much as a node. */
const namesOfNode = 64;

type ReadField = (schema: unknown, file: string, name: string, isRequired: boolean) => Field;

/** A schema that is a part of another one, and the chain of schemas around it. */
interface Part {
  readonly value: unknown;
  readonly file: string;
}

/**
 * @param reading what every schema and property that is looked at draws on, also where it shows nothing
 * @returns reads schemas of one operation, whose fields are counted together
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
  /** Many references lead to one schema, whose values can be long. */
  const known = new Map<Tree, Pick<Field, "type" | "rules">>();

  function parseField(
    written: unknown,
    from: string,
    name: string,
    isRequired: boolean,
    above: readonly unknown[],
  ): Field {
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

  function getShape(schema: Tree, file: string) {
    const shape = known.get(schema) ?? {
      type: getType(schema, file, follow).slice(0, longestRule),
      rules: listRules(schema),
    };
    known.set(schema, shape);
    return shape;
  }

  /** Its own, those of all that it is made of, and those of the items of a list. */
  function listProperties(schema: Tree, file: string, above: readonly unknown[]): Field[] {
    const own = new Map<string, Field>();
    /** The least number of schemas around each part: read again, it has nothing new unless it is less. */
    const depths = new Map<unknown, number>();

    function add({ value, file: from }: Part, chain: readonly unknown[]): void {
      const tree = buildTree(value);
      const names = toList(tree.required);
      budget.drawNodes(1 + Math.floor(names.length / namesOfNode));
      const required = new Set(names);
      for (const [name, property] of Object.entries(buildTree(tree.properties))) {
        budget.drawNodes();
        if (own.has(name) || fields > mostFields) continue;
        own.set(name, parseField(property, from, name, required.has(name), chain));
      }
    }

    function addPart(part: Part, chain: readonly unknown[]): void {
      if ((depths.get(part.value) ?? Number.POSITIVE_INFINITY) <= chain.length) return;
      depths.set(part.value, chain.length);
      add(part, chain);
      if (chain.includes(part.value) || chain.length >= deepest || fields > mostFields) return;
      for (const one of toList(buildTree(part.value).allOf)) {
        addPart(follow(one, part.file), [...chain, part.value]);
      }
    }

    add({ value: schema, file }, above);
    for (const one of [...toList(schema.allOf), ...firstChoice(schema)]) {
      budget.drawNodes();
      addPart(follow(one, file), above);
    }
    if (own.size > 0 || schema.items === undefined) return [...own.values()];
    return [...parseField(schema.items, file, "", false, above).fields];
  }

  return (schema, file, name, isRequired) => parseField(schema, file, name, isRequired, []);
}

/** Of several forms, the first is shown. */
function firstChoice({ oneOf, anyOf }: Tree): readonly unknown[] {
  const forms = toList(oneOf).length > 0 ? toList(oneOf) : toList(anyOf);
  return forms.slice(0, 1);
}

function getType(schema: Tree, file: string, follow: Follow): string {
  const { type, format, items } = schema;
  const base = Array.isArray(type)
    ? type.map(String).join(" or ")
    : String(type ?? guessed(schema));
  if (base === "array" && items !== undefined) {
    const inner = follow(items, file);
    const word = buildTree(inner.value);
    return `array of ${String(word.type ?? guessed(word))}`;
  }
  return typeof format === "string" ? `${base} (${format})` : base;
}

function guessed(schema: Tree): string {
  if (schema.properties !== undefined || schema.allOf !== undefined) return "object";
  const choices = toList(schema.oneOf).length + toList(schema.anyOf).length;
  if (choices > 1) return `one of ${choices} forms`;
  if (schema.enum !== undefined) return "string";
  return choices === 1 ? "object" : "any";
}

const longestRule = 200;

function listRules(schema: Tree): string[] {
  const rule = (name: string, words: string) =>
    schema[name] === undefined || typeof schema[name] === "object"
      ? []
      : [`${words} ${String(schema[name])}`.slice(0, longestRule)];
  const values = toList(schema.enum).map(String);
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

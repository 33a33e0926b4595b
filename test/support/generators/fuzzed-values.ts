/** Random valid and invalid values for the fields and models of the contract. */
import * as z from "zod/mini";
import type { Field, Fields } from "../../../src/contract/fields.ts";
import { getType, type Noun } from "../../../src/contract/nouns.ts";
import type { Random } from "./random.ts";

/** Sources of valid values. */
export interface Matter {
  readonly random: Random;
  /** An id of a noun, usually an existing one. */
  readonly getId: (noun: Noun | string) => string;
}

const words = [
  "Guide",
  "a",
  "é",
  "日本",
  "Ω≈ç",
  "release notes",
  "🚀 Start",
  "<b>x</b>",
  "%",
  "'",
  '"',
];
const hostile = [
  "",
  " ",
  "\u0000",
  "\u001b[2J",
  "\ud800",
  "\u202e",
  "__proto__",
  "constructor",
  "../../etc/passwd",
  "' or 1=1 --",
  "%00",
  "null",
  "x".repeat(70_000),
  "1e999",
  "𝔸".repeat(51),
];
/** URLs that the guard refuses without a DNS lookup. */
const addresses = ["http://127.0.0.1:1/a", "https://[::1]/docs.git", "http://10.0.0.1/x?y=1#z"];
const markdown = [
  "# Title\n\nText with **bold** and a [link](https://example.com).",
  "- [ ] task\n- [x] done\n\n| a | b |\n|---|---|\n| 1 | 2 |",
  "> quote\n\n```js\nlet a = 1;\n```\n\n![alt](a.png)",
  "{% hint %}\nx\n{% endhint %}",
  "[a]: b\n\n[a][a] <https://x> &amp; \\* $$x$$",
  "",
];

/** A value that is valid for the field according to the contract. */
export async function fitting(field: Field, matter: Matter): Promise<unknown> {
  const { random, getId } = matter;
  if (field.nullable && random.chance(0.2)) return null;
  switch (field.kind) {
    case "id":
      return getId(field.of);
    case "text":
      return textFor(field, random);
    case "integer": {
      const { min = -5, max = 2000 } = field;
      return random.pick([min, max, min + random.below(max - min + 1)]);
    }
    case "boolean":
      return random.chance(0.5);
    case "enum":
      return random.pick(field.values);
    case "list": {
      const values = [];
      for (let left = random.below(4); left > 0; left--)
        values.push(await fitting(field.of, matter));
      return values;
    }
    case "pointer": {
      const noun = random.pick(field.to);
      return { type: getType(noun), [field.under ?? noun]: getId(noun) };
    }
    case "group":
      return fittingFields(field.fields, matter);
    case "json":
      return ofModel(await field.model(), matter, 6);
  }
}

/** An object of valid values, with all required and some optional fields. */
export async function fittingFields(
  fields: Fields,
  matter: Matter,
): Promise<Record<string, unknown>> {
  const made: Record<string, unknown> = {};
  const share = matter.random.next();
  for (const [name, field] of Object.entries(fields)) {
    if (field.optional && !matter.random.chance(share)) continue;
    made[name] = await fitting(field, matter);
  }
  return made;
}

/** A value that is invalid for most fields. */
export function wrong(random: Random): unknown {
  return random.pick<unknown>([
    null,
    true,
    -1,
    1.5,
    2 ** 53,
    1e308,
    [],
    {},
    [[]],
    [null],
    { type: "space" },
    { object: "document" },
    JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}'),
    Array.from({ length: 2000 }, () => "x"),
    random.pick(hostile),
    random.pick(words),
  ]);
}

export function hostileText(random: Random): string {
  return random.pick(hostile);
}

function textFor(field: Extract<Field, { readonly kind: "text" }>, random: Random): string {
  if (field.format === "url") return random.pick(addresses);
  if (field.format === "date-time") {
    return random.pick([
      "2026-01-31T09:30:00Z",
      "2026-01-31T09:30:00.123+02:00",
      "0001-01-01T00:00:00Z",
    ]);
  }
  const fits = (text: string) => {
    const length = [...text].length;
    return (
      length >= (field.min ?? 0) &&
      length <= (field.max ?? length) &&
      (field.pattern === undefined || new RegExp(field.pattern.source, "u").test(text))
    );
  };
  const plain = `n${random.below(30)}`;
  const candidates = [
    plain,
    "aGVsbG8=",
    "docs",
    random.pick(words),
    random.pick(hostile),
    random.pick(markdown),
    "x".repeat(field.max ?? 3),
    `${plain}.example.com`,
    `${plain}.example.com/docs`,
    "example",
    "example.com",
    "site.plan == 1 && visitor.claims.beta",
    `refs/heads/${plain}`,
    `${plain}@example.com`,
  ].filter(fits);
  return candidates.length === 0 ? plain : random.pick(candidates);
}

/** @param depth the maximum nesting depth */
function ofModel(model: z.core.$ZodType, matter: Matter, depth: number): unknown {
  const { random } = matter;
  const inside = (one: z.core.$ZodType) => ofModel(one, matter, depth - 1);
  if (model instanceof z.ZodMiniObject) {
    const members = Object.entries<z.core.$ZodType>(model.def.shape);
    const share = depth > 0 ? random.next() : 0;
    const chosen = members.filter(
      ([, member]) => !(member instanceof z.ZodMiniOptional) || random.chance(share),
    );
    return Object.fromEntries(chosen.map(([name, member]) => [name, valueNamed(name, member)]));
  }
  if (model instanceof z.ZodMiniUnion || model instanceof z.ZodMiniDiscriminatedUnion) {
    const options: readonly z.core.$ZodType[] = model.def.options;
    return inside(random.pick(options));
  }
  if (model instanceof z.ZodMiniArray) {
    const length = depth > 0 ? random.below(4) : 0;
    return Array.from({ length }, () => inside(model.def.element));
  }
  if (model instanceof z.ZodMiniOptional) return inside(model.def.innerType);
  if (model instanceof z.ZodMiniNullable) {
    return random.chance(0.2) ? null : inside(model.def.innerType);
  }
  if (model instanceof z.ZodMiniLazy) return inside(model.def.getter());
  if (model instanceof z.ZodMiniLiteral) return random.pick<unknown>(model.def.values);
  if (model instanceof z.ZodMiniEnum) {
    const values: readonly unknown[] = Object.values(model.def.entries);
    return random.pick(values);
  }
  if (model instanceof z.ZodMiniRecord) {
    const names = ["a", "visitor", "__proto__", matter.getId("user"), random.pick(words)];
    const count = depth > 0 ? random.below(3) : 0;
    return Object.fromEntries(
      Array.from({ length: count }, () => [random.pick(names), inside(model.def.valueType)]),
    );
  }
  if (model instanceof z.ZodMiniNumber) return random.pick([0, 1, 3, 1.5, -1]);
  if (model instanceof z.ZodMiniBoolean) return random.chance(0.5);
  if (model instanceof z.ZodMiniString) {
    const texts = [
      ...words,
      ...markdown,
      ...addresses,
      "a@example.com",
      "2026-01-31T09:30:00Z",
      "aGk=",
    ];
    const fits = texts.filter((text) => z.safeParse(model, text).success);
    return fits.length === 0 ? "x" : random.pick(fits);
  }
  return random.pick<unknown>(["x", 1, null, true, [], {}, { a: [1] }]);

  /** A field with the name of a noun usually contains an id. */
  function valueNamed(name: string, member: z.core.$ZodType): unknown {
    const plain = member instanceof z.ZodMiniOptional ? member.def.innerType : member;
    if (!(plain instanceof z.ZodMiniString) || random.chance(0.2)) return inside(plain);
    if (name === "markdown") return random.pick(markdown);
    const nouns = ["page", "space", "user", "file", "comment", "reply", "collection", "revision"];
    const noun = nouns.find((one) => one === name || `${one}Id` === name || name === "after");
    return noun === undefined ? inside(plain) : matter.getId(noun);
  }
}

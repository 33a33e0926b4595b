/** Values that two choices of `oneOf` accept after a change, as the examples of reported overlaps. */
import { describe, expect, test } from "vitest";
import { Ajv2020, type AnySchemaObject } from "../../../../src/service/engines/json-schema.ts";
import { amount, slowTest } from "../../../support/generators/amount.ts";
import { type Random, randomFrom } from "../../../support/generators/random.ts";
import { compareBodies, type Tree } from "./compare-bodies.ts";

/** The value that a change of a request reports as an example; undefined for none. */
function findReported(before: Tree, now: Tree, schemas: Tree = {}): unknown {
  const [request = []] = compareBodies(before, now, schemas);
  const [, value] =
    /The value (.*?) now matches .* and .*, but oneOf must match exactly one/.exec(
      request.find((change) => change.includes("now matches")) ?? "",
    ) ?? [];
  return value === undefined ? undefined : JSON.parse(value);
}

const [text, number, whole, flag] = [
  { type: "string" },
  { type: "number" },
  { type: "integer" },
  { type: "boolean" },
];
const letters = (count: number) => "x".repeat(count);

describe("the example of a value that two choices accept", () => {
  test.each<readonly [string, Tree, readonly Tree[], unknown]>([
    [
      "a limit of numbers",
      number,
      [
        { ...number, maximum: 5 },
        { ...number, minimum: 3 },
      ],
      3,
    ],
    [
      "a value between exclusive limits",
      number,
      [
        { ...number, exclusiveMaximum: 5 },
        { ...number, exclusiveMinimum: 4 },
      ],
      4.5,
    ],
    [
      "a limit that both include",
      number,
      [
        { ...number, maximum: 9 },
        { ...number, minimum: 9 },
      ],
      9,
    ],
    ["a limit without a type", { maximum: 9 }, [{ ...number, maximum: 9 }, { minimum: 9 }], 9],
    [
      "a multiple beside a limit",
      whole,
      [
        { ...whole, multipleOf: 5 },
        { ...whole, minimum: 7 },
      ],
      10,
    ],
    [
      "a multiple of a fraction",
      number,
      [
        { ...number, multipleOf: 2.5, maximum: 6 },
        { ...number, minimum: 4 },
      ],
      5,
    ],
    [
      "the multiple below a limit",
      number,
      [
        { ...number, multipleOf: 5 },
        { ...number, maximum: -3 },
      ],
      -5,
    ],
    [
      "an integer above an exclusive limit",
      whole,
      [
        { ...whole, exclusiveMinimum: 4 },
        { ...whole, minimum: 2, maximum: 20 },
      ],
      5,
    ],
    [
      "a negative number",
      number,
      [
        { ...number, maximum: -3 },
        { ...number, minimum: -9 },
      ],
      -9,
    ],
    [
      "a length",
      text,
      [
        { ...text, maxLength: 5 },
        { ...text, minLength: 3 },
      ],
      letters(3),
    ],
    [
      "a length that only one has",
      text,
      [
        { ...text, maxLength: 2 },
        { ...text, minLength: 2 },
      ],
      "xx",
    ],
    [
      "the empty text",
      text,
      [
        { ...text, maxLength: 0 },
        { ...text, maxLength: 1, minLength: 0 },
      ],
      "",
    ],
    ["a listed text", text, [{ enum: ["a", "b"] }, { enum: ["b", "c"] }], "b"],
    ["a constant", text, [{ const: "a" }, { enum: ["b", "a"] }], "a"],
    ["a listed number", number, [{ enum: [3, 4.25] }, { enum: [4.25, 7] }], 4.25],
    ["a flag", {}, [{ type: ["boolean", "string"] }, { type: ["boolean", "number"] }], true],
    ["null", {}, [{ type: ["null", "boolean"] }, { type: ["null", "string"] }], null],
    [
      "a choice within a choice",
      number,
      [
        {
          anyOf: [
            { ...number, minimum: 8 },
            { ...number, maximum: 2 },
          ],
          maximum: 20,
        },
        { ...number, minimum: 3 },
      ],
      8,
    ],
    [
      "parts of a choice",
      number,
      [
        {
          allOf: [
            { ...number, minimum: 8 },
            { ...number, maximum: 12 },
          ],
        },
        { ...number, minimum: 10 },
      ],
      10,
    ],
    [
      "a format of numbers, which does not restrict them",
      number,
      [
        { ...number, format: "float" },
        { ...number, minimum: 3 },
      ],
      3,
    ],
    [
      "a format and lengths of texts, which do not restrict numbers",
      number,
      [
        { format: "uuid", pattern: "^a", maximum: 7 },
        { minimum: 7, minLength: 2 },
      ],
      7,
    ],
    [
      "descriptions, which do not restrict values",
      number,
      [
        { ...number, maximum: 7, description: "d", title: "t", example: 1, default: 1 },
        { ...number, minimum: 7, deprecated: true },
      ],
      7,
    ],
  ])("%s", (_, before, oneOf, value) => {
    expect(findReported(before, { oneOf })).toEqual(value);
  });

  test("is found through references", () => {
    const schemas = {
      Low: { ...number, maximum: 5 },
      High: { allOf: [{ $ref: "#/components/schemas/AboveTwo" }] },
      AboveTwo: { ...number, minimum: 2 },
    };
    const oneOf = ["Low", "High"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    expect(findReported(number, { oneOf }, schemas)).toBe(2);
  });

  test.each<readonly [string, Tree, Tree]>([
    [
      "no value has both",
      number,
      {
        oneOf: [
          { ...number, maximum: 2 },
          { ...number, minimum: 3 },
        ],
      },
    ],
    [
      "the values were refused before",
      { ...number, maximum: 2 },
      {
        oneOf: [
          { ...number, maximum: 9 },
          { ...number, minimum: 3 },
        ],
      },
    ],
    [
      "a pattern is not evaluated",
      text,
      {
        oneOf: [
          { ...text, pattern: "a" },
          { ...text, minLength: 3 },
        ],
      },
    ],
    [
      "a format of texts is not evaluated",
      text,
      {
        oneOf: [
          { ...text, format: "email" },
          { ...text, minLength: 3 },
        ],
      },
    ],
    [
      "a negation is not evaluated",
      number,
      {
        oneOf: [
          { ...number, not: { minimum: 4 } },
          { ...number, minimum: 3 },
        ],
      },
    ],
    [
      "it is unknown whether the former choices allowed it",
      {
        oneOf: [
          { ...number, maximum: 5 },
          { ...number, not: { minimum: 100 } },
        ],
      },
      {
        oneOf: [
          { ...number, maximum: 5 },
          { ...number, minimum: 3 },
        ],
      },
    ],
    [
      "the former choices did not allow it either",
      {
        oneOf: [
          { ...number, maximum: 5 },
          { ...number, minimum: 3 },
        ],
      },
      { oneOf: [{ ...number, maximum: 5 }, { ...number, minimum: 3 }, text] },
    ],
    [
      "anyOf allows it",
      number,
      {
        anyOf: [
          { ...number, maximum: 5 },
          { ...number, minimum: 3 },
        ],
      },
    ],
    [
      "the choices have a discriminator",
      number,
      {
        oneOf: [
          { ...number, maximum: 5 },
          { ...number, minimum: 3 },
        ],
        discriminator: { propertyName: "kind" },
      },
    ],
    ["the types are different", {}, { oneOf: [text, flag, number] }],
    [
      "the values are objects",
      {},
      { oneOf: [{ type: "object" }, { type: "object", minProperties: 1 }] },
    ],
  ])("is absent if %s", (_, before, now) => {
    expect(findReported(before, now)).toBeUndefined();
  });
});

describe("in generated choices", () => {
  const ajv = new Ajv2020({ strict: false });
  const accepts = (schema: AnySchemaObject, value: unknown) => ajv.validate(schema, value);
  const domain: readonly unknown[] = [
    ...Array.from({ length: 25 }, (_, n) => n / 2 - 2),
    ...[0, 1, 2, 3, 4, 5].map(letters),
    ...["a", "b", true, false, null],
  ];

  function writeChoice(random: Random): Tree {
    const limit = () => random.below(8);
    const optional = (fields: Tree) => (random.chance(0.5) ? fields : {});
    return random.pick<() => Tree>([
      () => ({ ...number, ...optional({ minimum: limit() }), ...optional({ maximum: limit() }) }),
      () => ({ ...whole, ...optional({ exclusiveMinimum: limit() }), exclusiveMaximum: limit() }),
      () => ({
        ...number,
        multipleOf: random.pick([0.5, 2, 3]),
        ...optional({ maximum: limit() }),
      }),
      () => ({ ...text, ...optional({ minLength: limit() }), ...optional({ maxLength: limit() }) }),
      () => ({ enum: [random.pick(["a", "b"]), random.pick([1, 2.5]), random.pick([true, null])] }),
      () => ({ type: ["string", "null"], ...optional({ maxLength: 1 }) }),
      () => flag,
    ])();
  }

  slowTest(
    "an example was accepted and matches two choices, and it is found if no limit hides it",
    () => {
      const random = randomFrom();
      const found = { examples: 0, overlaps: 0 };
      for (let count = 0; count < amount({ short: 60, all: 300, full: 3000 }); count++) {
        const list = () => Array.from({ length: 2 + random.below(2) }, () => writeChoice(random));
        const choices = list();
        const before = random.pick<Tree>([
          {},
          { anyOf: choices },
          { oneOf: list() },
          { maximum: 4 },
        ]);
        const now = { oneOf: choices };
        const overlaps = (value: unknown) =>
          accepts(before, value) && choices.filter((choice) => accepts(choice, value)).length > 1;
        const about = { seed: random.seed, before, now };
        const value = findReported(before, now);
        if (value !== undefined) {
          found.examples++;
          expect({ ...about, value, isShared: overlaps(value) }).toEqual({
            ...{ ...about, value, isShared: true },
          });
        }
        if (!domain.some(overlaps)) continue;
        found.overlaps++;
        const [request = []] = compareBodies(before, now);
        expect({ ...about, isBreaking: request.some((one) => one.startsWith("! ")) }).toEqual({
          ...{ ...about, isBreaking: true },
        });
      }
      expect(found.examples).toBeGreaterThan(5);
      expect(found.overlaps).toBeGreaterThan(10);
    },
  );

  slowTest("an example of nested choices was accepted and is now refused", () => {
    const random = randomFrom();
    let examples = 0;
    const writeNested = (depth: number): Tree => {
      if (depth === 0 || random.chance(0.3)) return writeChoice(random);
      const list = Array.from({ length: 2 + random.below(2) }, () => writeNested(depth - 1));
      const limit = random.chance(0.5) ? { maximum: 2 + random.below(20) } : {};
      return { [random.pick(["oneOf", "anyOf"])]: list, ...limit };
    };
    for (let count = 0; count < amount({ short: 60, all: 300, full: 3000 }); count++) {
      const before = random.pick<() => Tree>([() => ({}), () => number, () => writeNested(2)])();
      const now = { oneOf: [writeNested(1), writeNested(2), writeChoice(random)] };
      const value = findReported(before, now);
      if (value === undefined) continue;
      examples++;
      const about = { seed: random.seed, before, now, value };
      expect({ ...about, was: accepts(before, value), is: accepts(now, value) }).toEqual({
        ...{ ...about, was: true, is: false },
      });
    }
    expect(examples).toBeGreaterThan(5);
  });
});

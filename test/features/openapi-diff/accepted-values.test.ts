/** Reported breaking changes of choices, beside the values that a validator accepts. */
import { describe, expect, test } from "vitest";
import { Ajv2020, type AnySchemaObject } from "../../../src/service/engines/json-schema.ts";
import { sample, slowTest } from "../../support/generators/amount.ts";
import { compareBodies } from "./schemas/compare-bodies.ts";

type Tree = Readonly<Record<string, unknown>>;

interface ChoiceSchema extends Tree {
  readonly oneOf?: readonly Tree[];
  readonly anyOf?: readonly Tree[];
}

const formats = {
  uuid: /^[0-9a-f]{8}-[0-9a-f-]{27}$/,
  email: /^[^@]+@[^@]+$/,
};
const ajv = new Ajv2020({ strict: false, formats });
const validators = new Map<string, (value: unknown) => boolean>();

function accepts(schema: AnySchemaObject, value: unknown): boolean {
  const text = JSON.stringify(schema);
  const validate = validators.get(text) ?? ajv.compile(schema);
  validators.set(text, validate);
  return validate(value);
}

const values: readonly unknown[] = [
  ...["", "a", "b", "ab", "ba", "abc", "bab", "aaaa", "bbbb", "ababa", "bababa", "abababab"],
  ...["123e4567-e89b-12d3-a456-426614174000", "a@example.org"],
  ...[-1, 0, 1, 2, 2.5, 3, 5, 8, 20, true, false, null, [], ["a"], [1, 2], {}, { a: "b" }],
];

/** Whether a request or a response has a value that only one of the schemas accepts. */
function findTruth(before: Tree, now: Tree) {
  const isOnly = (one: Tree, other: Tree) =>
    values.some((value) => accepts(one, value) && !accepts(other, value));
  return { request: isOnly(before, now), response: isOnly(now, before) };
}

function findVerdict(before: Tree, now: Tree) {
  const [request, response] = compareBodies(before, now).map((changes) =>
    changes.some((change) => change.startsWith("! ")),
  );
  return { request, response };
}

function expectTruth(pairs: readonly (readonly [Tree, Tree])[]) {
  for (const [before, now] of sample(pairs, 12)) {
    const schemas = `${JSON.stringify(before)} -> ${JSON.stringify(now)}`;
    expect({ schemas, ...findVerdict(before, now) }).toEqual({
      schemas,
      ...findTruth(before, now),
    });
  }
}

const [text, number, flag, list] = [
  { type: "string" },
  { type: "number" },
  { type: "boolean" },
  { type: "array" },
];
const [short, long, matching] = [
  { ...text, maxLength: 4 },
  { ...text, minLength: 2 },
  { ...text, pattern: "^a" },
];
const [whole, large] = [{ type: "integer" }, { ...number, minimum: 2 }];

/** Choices without common values, and choices of which some include others. */
const separate = [
  [text, number],
  [short, flag],
  [long, large, list],
  [matching, whole],
  [flag, list, { type: "null" }],
];
const overlapping = [
  [text, short],
  [number, large, flag],
  [long, text, list],
  [whole, number],
];
const restrictions: readonly Tree[] = [
  {},
  { maxLength: 5 },
  { minimum: 1, maxLength: 3 },
  { type: ["string", "number", "boolean"] },
];

const names = ["oneOf", "anyOf"] as const;
const build = (name: (typeof names)[number], choices: readonly Tree[], shared: Tree) => ({
  ...shared,
  [name]: choices,
});
const isAbout = (choice: Tree, types: readonly string[]) => types.includes(String(choice.type));

/** The choices with the restrictions in each of them. */
function restrict(choices: readonly Tree[], { type, ...limits }: Tree): readonly Tree[] {
  const types = Array.isArray(type) ? type : undefined;
  return choices
    .filter((choice) => types === undefined || isAbout(choice, [...types, "integer"]))
    .map((choice) => ({
      ...limits,
      ...choice,
      ...(typeof choice.maxLength === "number" &&
        typeof limits.maxLength === "number" && {
          maxLength: Math.min(choice.maxLength, limits.maxLength),
        }),
      ...(typeof choice.minimum === "number" &&
        typeof limits.minimum === "number" && {
          minimum: Math.max(choice.minimum, limits.minimum),
        }),
    }));
}

/** All pairs of schemas with a change, in both directions. */
function buildPairs(
  lists: readonly (readonly Tree[])[],
  change: (choices: readonly Tree[], shared: Tree) => readonly [ChoiceSchema, ChoiceSchema],
) {
  return lists.flatMap((choices) =>
    restrictions.flatMap((shared) => {
      const [before, now] = change(choices, shared);
      return [[before, now] as const, [now, before] as const];
    }),
  );
}

describe.each(names)("choices of %s: the verdict is that of a validator", (name) => {
  const lists = name === "anyOf" ? [...separate, ...overlapping] : separate;

  slowTest("if restrictions move into each choice", () => {
    expectTruth(
      buildPairs(lists, (choices, shared) => [
        build(name, choices, shared),
        build(name, restrict(choices, shared), {}),
      ]),
    );
  });

  slowTest("if restrictions move into choices under the other keyword", () => {
    const other = name === "oneOf" ? "anyOf" : "oneOf";
    expectTruth(
      buildPairs([...separate, ...overlapping], (choices, shared) => [
        build(name, choices, shared),
        build(other, restrict(choices, shared), {}),
      ]),
    );
  });

  test.each([
    ["removed", (choices: readonly Tree[]) => choices.slice(1)],
    ["moved to the end", ([first = {}, ...others]: readonly Tree[]) => [...others, first]],
    [
      "excluded by the type and added",
      (choices: readonly Tree[]) => [...choices, { type: "null" }],
    ],
  ])("if a choice is %s", (_, change) => {
    const isComplete = (choices: readonly Tree[]) => !choices.some((one) => one.type === "null");
    expectTruth(
      buildPairs(lists.filter(isComplete), (choices, shared) => [
        build(name, choices, shared),
        build(name, change(choices), shared),
      ]),
    );
  });

  test("if a type beside the choices leaves only one of them", () => {
    const pairs = lists.flatMap((choices) =>
      choices.flatMap((choice) => {
        const others = choices.filter((one) => one.type !== choice.type);
        const all = { type: choice.type, [name]: [...others, choice] };
        const one = { type: choice.type, [name]: [choice] };
        const without = { type: choice.type, [name]: others };
        const none = others.length === 0 ? [] : [[all, without] as const, [without, all] as const];
        return [[all, one] as const, [one, all] as const, [all, choice] as const, ...none];
      }),
    );
    expectTruth(pairs.filter(([, { type }]) => type !== "number"));
  });

  test("if a choice becomes wider or narrower", () => {
    const widened = [
      [short, text],
      [long, text],
      [large, number],
      [whole, number],
      [
        { ...text, enum: ["a"] },
        { ...text, enum: ["a", "b"] },
      ],
    ];
    expectTruth(
      widened.flatMap(([narrow = {}, wide = {}]) =>
        [flag, list].flatMap((other) => {
          const [one, two] = [build(name, [narrow, other], {}), build(name, [other, wide], {})];
          return [[one, two] as const, [two, one] as const];
        }),
      ),
    );
  });
});

describe("choices of oneOf that match the same value", () => {
  const [uuid, email] = [
    { ...text, format: "uuid" },
    { ...text, format: "email" },
  ];

  test.each<readonly [string, readonly Tree[], readonly Tree[]]>([
    ["a format became any text", [uuid, email], [text, email]],
    ["another format became any text", [email, uuid], [email, text]],
    ["a limit was removed", [short, { ...text, minLength: 6 }], [text, { ...text, minLength: 6 }]],
    ["any text was added", [uuid, number], [uuid, number, text]],
    ["a format was added to any text", [text, number], [text, number, uuid]],
    ["a limited number was added to any number", [text, number], [text, number, large]],
    ["integers were added to any number", [text, number], [text, number, whole]],
  ])("are a breaking change of a request: %s", (_, before, now) => {
    const pair = [{ oneOf: before }, { oneOf: now }] as const;
    expect(findTruth(...pair).request).toBe(true);
    expect(findVerdict(...pair).request).toBe(true);
    expect(compareBodies(...pair)[0]?.filter((change) => change.startsWith("! "))).toEqual([
      expect.stringMatching(/^! choices-overlap: /),
    ]);
    const open = [{ anyOf: before }, { anyOf: now }] as const;
    expect(findVerdict(...open).request).toBe(false);
  });

  test.each<readonly [string, readonly Tree[], readonly Tree[]]>([
    ["the other format is gone", [uuid, email], [text, number]],
    ["they were refused before", [short, text], [{ ...text, maxLength: 3 }, text]],
    ["the choices are equal", [uuid, email], [email, uuid]],
  ])("are no new overlap: %s", (_, before, now) => {
    expect(compareBodies({ oneOf: before }, { oneOf: now })[0]).not.toContainEqual(
      expect.stringMatching(/choices-overlap/),
    );
  });
});

describe("choices of oneOf that share some values", () => {
  const pool: readonly Tree[] = [
    ...[text, { ...text, maxLength: 2 }, { ...text, maxLength: 4 }, { ...text, minLength: 3 }],
    ...[
      { ...text, enum: ["a", "ab"] },
      { ...text, enum: ["ab", "b"] },
      { type: ["string", "null"] },
    ],
    ...[
      number,
      whole,
      { ...number, maximum: 5 },
      { ...number, minimum: 3 },
      { ...whole, maximum: 2 },
    ],
    ...[
      { ...number, minimum: 2, maximum: 8 },
      { ...number, multipleOf: 5 },
      { type: "null" },
      flag,
    ],
  ];
  const lists = pool.flatMap((one, n) => pool.slice(n + 1).map((other) => [one, other]));
  const changes = lists.flatMap((before) =>
    pool
      .filter((one) => !before.includes(one))
      .flatMap((came) => [
        [before, [...before, came]] as const,
        [before, [before[0] ?? came, came]] as const,
      ]),
  );

  slowTest("break requests with these values", () => {
    const missed = sample(changes, 60).flatMap(([before, now]) => {
      const pair = [{ oneOf: before }, { oneOf: now }] as const;
      const isMissed = findTruth(...pair).request && !findVerdict(...pair).request;
      return isMissed ? [JSON.stringify([before, now])] : [];
    });
    expect(missed).toEqual([]);
  });

  test.each<readonly [string, readonly Tree[], Tree, readonly Tree[], string]>([
    [
      "a new choice",
      [whole, text],
      {},
      [whole, text, { ...number, minimum: 2.5 }],
      'The value 3 now matches {"type":"integer"} and {"minimum":2.5,"type":"number"}, but',
    ],
    [
      "a wider choice beside a limit",
      [
        { ...number, maximum: 2 },
        { ...number, minimum: 5 },
      ],
      { maximum: 9 },
      [
        { ...number, maximum: 7 },
        { ...number, minimum: 5 },
      ],
      'The value 5 now matches {"maximum":7,"type":"number"} and {"minimum":5,"type":"number"}, but',
    ],
    [
      "a second null",
      [{ type: "null" }, number],
      {},
      [{ type: "null" }, number, { type: ["string", "null"] }],
      'The value null now matches {"type":"null"} and {"type":["string","null"]}, but',
    ],
  ])("are reported with an example: %s", (_, before, shared, now, message) => {
    const pair = [
      { ...shared, oneOf: before },
      { ...shared, oneOf: now },
    ] as const;
    expect(findTruth(...pair).request).toBe(true);
    const reported = compareBodies(...pair)[0]?.filter((one) => one.includes("overlap"));
    expect(reported).toEqual([`! choices-overlap: ${message} oneOf must match exactly one.`]);
  });

  test.each<readonly [string, Tree, Tree]>([
    [
      "a discriminator selects the choice",
      { oneOf: [whole, text], discriminator: { propertyName: "kind" } },
      { oneOf: [whole, text, { ...number, minimum: 2 }], discriminator: { propertyName: "kind" } },
    ],
    ["anyOf allows it", { anyOf: [whole, text] }, { anyOf: [whole, text, large] }],
    [
      "these values were refused before",
      { oneOf: [{ ...whole, maximum: 1 }, text] },
      { oneOf: [{ ...whole, maximum: 1 }, text, { ...number, minimum: 3 }] },
    ],
    [
      "these values matched both before",
      { oneOf: [{ ...number, maximum: 5 }, large] },
      { oneOf: [{ ...number, maximum: 5 }, large, flag] },
    ],
    [
      "the limit beside the choices refused them",
      {
        maximum: 2,
        oneOf: [
          { ...number, maximum: 3 },
          { ...number, minimum: 4 },
        ],
      },
      {
        maximum: 2,
        oneOf: [
          { ...number, maximum: 5 },
          { ...number, minimum: 4 },
        ],
      },
    ],
  ])("are compatible if %s", (_, before, now) => {
    expect(compareBodies(before, now)[0]?.filter((one) => one.startsWith("! "))).toEqual([]);
  });
});

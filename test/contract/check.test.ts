import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { check, isWebAddress, joinAlternatives, quoteInput } from "../../src/contract/check.ts";
import {
  boolean,
  enumeration,
  type Field,
  group,
  id,
  integer,
  json,
  list,
  nullable,
  optional,
  pointer,
  reference,
  text,
} from "../../src/contract/fields.ts";

const union: Field = json(
  async () =>
    z.union([
      z.strictObject({ kind: z.literal("a"), size: z.int() }),
      z.strictObject({ kind: z.literal("b"), other: z.string(), size: z.optional(z.int()) }),
    ]),
  "",
);
const tagged: Field = json(
  async () =>
    z.discriminatedUnion("type", [
      z.object({ type: z.literal("a"), n: z.number() }),
      z.object({ type: z.literal("b") }),
    ]),
  "",
);

const valid: readonly (readonly [field: Field, value: unknown])[] = [
  [id("space"), "a-_9"],
  [id("space"), "a".repeat(255)],
  [text("", { min: 2, max: 3 }), "ab"],
  [text("", { min: 2, max: 3 }), "😀😀😀"],
  [text("", { pattern: { source: "^\\p{L}$", means: "a letter" } }), "é"],
  [text("", { format: "url" }), "HTTP://example.com"],
  [text("", { format: "date-time" }), "2026-01-31T09:30:00+02:00"],
  [integer("", { min: 1, max: 3 }), 1],
  [integer("", { min: 1, max: 3 }), 3],
  [integer(""), -5],
  [list(integer(""), "", { max: 2 }), [1, 2]],
  [list(integer(""), ""), Array(100).fill(1)],
  [pointer(["space", "cr"], ""), { type: "space", space: "S1" }],
  [reference(["space"], ""), { type: "space", id: "S1" }],
  [nullable(text("")), null],
  [optional(text("")), undefined],
  [group({ a: text("") }, ""), { a: "" }],
  [union, { kind: "b", other: "" }],
];

test.each(valid)("%j accepts %j", async (field, value) => {
  expect(await check({ f: field }, value === undefined ? {} : { f: value })).toEqual([]);
});

const invalid: readonly (readonly [
  field: Field,
  value: unknown,
  rule: string,
  path?: readonly (string | number)[],
])[] = [
  [id("space"), "a b", "must be an id: letters, digits, - and _"],
  [id("space"), "", "must be an id: letters, digits, - and _"],
  [id("space"), "a".repeat(256), "must be an id: letters, digits, - and _"],
  [text("", { min: 2 }), "a", "must have at least 2 characters (it has 1)"],
  [text("", { min: 1 }), "", "must have at least 1 character (it has 0)"],
  [text("", { max: 3 }), "😀abc", "can have at most 3 characters (it has 4)"],
  [text("", { max: 1 }), "a\ude00", "can have at most 1 character (it has 2)"],
  [text("", { max: 1 }), "\ud83da", "can have at most 1 character (it has 2)"],
  [
    text("", {
      pattern: {
        source: "^a$",
        means: "a hostname",
        hostname: { labels: 2, hasPath: false, isLowerCase: true },
      },
    }),
    "https://a.example.com",
    "must not begin with https:// (example: docs.example.com)",
  ],
  [text("", { max: 1 }), "\ude00\ud83d", "can have at most 1 character (it has 2)"],
  [text("", { pattern: { source: "^a$", means: "an a" } }), "b", "must be an a"],
  [text("", { format: "url" }), "ftp://example.com", "must be an http or https URL"],
  [text("", { format: "url" }), "example", "must be an http or https URL"],
  [text("", { format: "date-time" }), "2026-01-31", "must be a time such as 2026-01-31T09:30:00Z"],
  [text(""), 5, "must be a string, not 5"],
  [text(""), undefined, "is required"],
  [text(""), null, "must be a string, not null"],
  [integer(""), 1.5, "must be a whole number, not 1.5"],
  [integer(""), "1", 'must be a number, not "1"'],
  [integer("", { min: 1, max: 3 }), 0, "must be at least 1, not 0"],
  [integer("", { min: 1, max: 3 }), 4, "must be at most 3, not 4"],
  [integer("", { min: 1 }), 0, "must be at least 1, not 0"],
  [integer("", { max: 3 }), 4, "must be at most 3, not 4"],
  [boolean(""), "true", 'must be a boolean, not "true"'],
  [enumeration(["a", "b", "c"], ""), "d", 'must be a, b or c, not "d"'],
  [list(text(""), "", { max: 1 }), ["a", "b"], "must be at most 1 items, not a list of 2"],
  [list(text(""), ""), "a", 'must be an array, not "a"'],
  [list(integer(""), ""), [1, "2"], 'must be a number, not "2"', ["f", 1]],
  [
    pointer(["space", "cr"], ""),
    { type: "space", id: "S1" },
    'must be {"type":"space","space":"<id>"} or {"type":"cr","cr":"<id>"}',
  ],
  [group({ a: text("") }, ""), [], "must be a JSON object, not a list of 0"],
  [group({ a: text("") }, ""), {}, "is required", ["f", "a"]],
  [group({ a: optional(text("")) }, ""), { b: 1 }, "is not a field of this operation", ["f", "b"]],
  [union, { kind: "a", size: "x" }, 'must be a number, not "x"', ["f", "size"]],
  [union, { kind: "a" }, 'is not in an accepted form ({"kind":"a"})'],
  [union, { kind: "a", foo: 1, other: "" }, "is not a field of this operation", ["f", "foo"]],
  [union, { kind: "a", size: 1, extra: 1 }, "is not a field of this operation", ["f", "extra"]],
  [union, 5, "is not in an accepted form (5)"],
  [tagged, { type: "c" }, 'must be a or b, not "c"', ["f", "type"]],
  [tagged, {}, "is required (a or b)", ["f", "type"]],
  [list(text(""), "", { max: 1 }), "ab", 'must be an array, not "ab"'],
  [text("", { min: 3, max: 2 }), [1], "must be a string, not a list of 1"],
  [tagged, { type: "a", n: "1" }, 'must be a number, not "1"', ["f", "n"]],
];

const twoForms: Field = json(
  async () =>
    z.union([
      z.strictObject({ p: z.string() }),
      z.strictObject({ p: z.string(), q: z.number() }),
      z.string(),
    ]),
  "",
);

test.each<[unknown, readonly string[]]>([
  [{ a: 1 }, ['f is not in an accepted form ({"a":1})']],
  [{ p: 1 }, ["f.p must be a string, not 1"]],
  [{ p: "1" }, []],
  [{ p: "1", q: 2 }, []],
  [{ p: 1, q: "2" }, ["f.p must be a string, not 1", 'f.q must be a number, not "2"']],
  [{ p: "1", q: 2, r: 3 }, ['f is not in an accepted form ({"p":"1","q":2,"r":3})']],
  [{ q: 1 }, ['f is not in an accepted form ({"q":1})']],
  [5, ["f is not in an accepted form (5)"]],
  ["text", []],
])("of several forms, %j is compared with the one that it resembles", async (value, expected) => {
  const faults = await check({ f: twoForms }, { f: value });
  expect(faults.map(({ path, rule }) => `${path.join(".")} ${rule}`)).toEqual(expected);
});

const refused = invalid.map(([field, value, rule, path = ["f"]]) => ({ field, value, rule, path }));

test.each(refused)("$field refuses $value: $rule", async ({ field, value, rule, path }) => {
  expect(await check({ f: field }, value === undefined ? {} : { f: value })).toEqual([
    { path, rule },
  ]);
});

test("each unknown field is an error, and so is each invalid one", async () => {
  const fields = { a: text(""), b: integer("") };
  expect(await check(fields, { a: 1, b: 1, c: 1, d: 1 })).toEqual([
    { path: ["a"], rule: "must be a string, not 1" },
    { path: ["c"], rule: "is not a field of this operation" },
    { path: ["d"], rule: "is not a field of this operation" },
  ]);
  // The schema of the same fields is used again.
  expect(await check(fields, { a: "", b: 1 })).toEqual([]);
});

describe("words of rules", () => {
  test.each([
    ["https://example.com", true],
    ["http://example.com", true],
    ["httpsx://example.com", false],
    ["xhttp://example.com", false],
    ["", false],
  ])("isWebAddress(%j) is %j", (value, isAddress) => {
    expect(isWebAddress(value)).toBe(isAddress);
  });

  test.each([
    [[], ""],
    [["a"], "a"],
    [["a", "b"], "a or b"],
    [["a", "b", "c"], "a, b or c"],
  ])("%j are joined", (words, joined) => {
    expect(joinAlternatives(words)).toBe(joined);
  });

  test.each([
    ["x".repeat(58), `"${"x".repeat(58)}"`],
    ["x".repeat(59), `"${"x".repeat(56)}…`],
    [[1, 2], "a list of 2"],
    [undefined, "undefined"],
    [{ a: null }, '{"a":null}'],
  ])("%j is quoted", (value, quoted) => {
    expect(quoteInput(value)).toBe(quoted);
  });
});

describe("a member named __proto__", () => {
  const texts = z.record(z.string(), z.string());
  const parse = (value: string) => JSON.parse(`{"field":${value}}`);
  const find = (model: z.ZodMiniType, value: string) =>
    check({ field: json(async () => model, "") }, parse(value));
  const anyMember = z.record(z.string(), z.unknown());

  test.each<readonly [string, z.ZodMiniType, value: string, path: readonly (string | number)[]]>([
    ["with a valid value", texts, '{"__proto__":"a"}', []],
    ["with an invalid value", texts, '{"a":"b","__proto__":null}', []],
    ["with an object", texts, '{"__proto__":{"a":1}}', []],
    ["among any values", anyMember, '{"__proto__":1}', []],
    ["of an open object", z.looseObject({ a: z.string() }), '{"a":"b","__proto__":1}', []],
    ["in a list", z.array(texts), '[{"a":"b"},{"__proto__":"a"}]', [1]],
    ["in an object", z.object({ a: z.optional(texts) }), '{"a":{"__proto__":"a"}}', ["a"]],
    ["in one of several forms", z.union([z.string(), texts]), '{"__proto__":"a"}', []],
    ["in a table", z.record(z.string(), texts), '{"a":{},"b":{"__proto__":"a"}}', ["b"]],
    ["in a nullable value", z.nullable(z.array(z.nullable(texts))), '[null,{"__proto__":""}]', [1]],
  ])("%s is refused", async (_, model, value, path) => {
    expect(await find(model, value)).toEqual([
      { path: ["field", ...path, "__proto__"], rule: "cannot be used as a name" },
    ]);
  });

  test.each([
    ["of any value", z.unknown(), '{"a":[{"__proto__":1}]}'],
    ["within any member", anyMember, '{"a":{"__proto__":{"b":1}}}'],
    ["in a text", texts, '{"a":"__proto__"}'],
  ])("%s is data", async (_, model, value) => {
    expect(await find(model, value)).toEqual([]);
  });
});

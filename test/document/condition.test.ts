import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Claims,
  ConditionFault,
  findSyntaxFault,
  parseCondition,
  parseExpression,
} from "../../src/document/condition.ts";
import { slowTest } from "../support/generators/amount.ts";

async function holds(text: string, claims: Claims = {}): Promise<boolean> {
  return (await parseCondition(text))(claims);
}

async function findViolation(text: string): Promise<ConditionFault> {
  const fault = await parseCondition(text).catch((error: unknown) => error);
  if (!(fault instanceof ConditionFault)) throw new Error(`${text} is no fault`);
  return fault;
}

const visitor: Claims = {
  isBetaUser: true,
  plan: "Pro",
  seats: 12,
  none: null,
  "data-region": "eu",
  products: ["api", "cli"],
  unsigned: { persona: "admin", trial: false },
};

test("a condition compares claims with values like JavaScript", async () => {
  const truths: Record<string, boolean> = {
    "visitor.claims.isBetaUser": true,
    "visitor.claims.isBetaUser == true": true,
    "visitor.claims.isBetaUser === 'true'": false,
    "!visitor.claims.isBetaUser": false,
    "visitor.claims.unknown": false,
    "visitor.claims.unknown == null": true,
    "visitor.claims.unknown === undefined": true,
    "visitor.claims.none === undefined": false,
    "visitor.claims.plan !== 'pro'": true,
    "visitor.claims.plan.toLowerCase() === 'pro'": true,
    "visitor.claims.seats >= 12 && visitor.claims.seats < 100": true,
    "visitor.claims.seats == '12'": true,
    "visitor.claims.seats > -5": true,
    'visitor.claims["data-region"] === "eu"': true,
    "visitor.claims.unsigned.persona === 'admin' || visitor.claims.unsigned.trial": true,
    "visitor?.claims?.unsigned?.trial ?? true": false,
    "['Pro', 'Team'].includes(visitor.claims.plan)": true,
    "visitor.claims.products.includes('cli')": true,
    "visitor.claims.products.includes('c')": false,
    "visitor.claims.plan.startsWith('P') && visitor.claims.plan.endsWith('o')": true,
    "visitor.claims.plan.includes('r')": true,
    "visitor.claims.seats.includes('1')": false,
    "visitor.claims.isBetaUser ? visitor.claims.unsigned.trial : true": false,
    "visitor.claims.unsigned == visitor.claims.unsigned": false,
    "visitor.claims.unsigned !== visitor.claims.unsigned": true,
    "visitor.claims.unsigned > 0": false,
    "(visitor.claims.isBetaUser /* or */ || false);": true,
    "'a text alone'": true,
    "'abc' < 'abd'": true,
    "'10' < '9'": true,
    "10 < '9'": false,
    "'a' < 1": false,
    "visitor.claims.seats < 12": false,
    "visitor.claims.seats > 12": false,
    "visitor.claims.seats <= 12": true,
    "visitor.claims.none == undefined": true,
    "visitor.claims.none == false": false,
    "visitor.claims.none.persona === undefined": true,
    "visitor.claims.plan.length === undefined": true,
    "visitor.claims.unsigned.trial || false": false,
    "visitor.claims.unsigned.trial || 'yes'": true,
  };
  for (const [text, truth] of Object.entries(truths)) {
    expect([text, await holds(text, visitor)]).toEqual([text, truth]);
  }
});

/** Expressions over existing claims, for a comparison with JavaScript itself. */
const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const inner = tie("expression");
  const value = fc.constantFrom(
    ...["visitor.claims.isBetaUser", "visitor.claims.plan", "visitor.claims.seats"],
    ...["visitor.claims.none", 'visitor.claims["data-region"]', "visitor.claims.missing"],
    ...["true", "false", "null", "undefined", "0", "12", "-1", "''", "'Pro'", "'12'", "'a\\u0041'"],
  );
  const operator = fc.constantFrom(...["==", "!=", "===", "!==", "<", "<=", ">", ">=", "&&", "||"]);
  return {
    expression: fc.oneof(
      { depthSize: "small" },
      value,
      fc.tuple(inner, operator, inner).map(([one, sign, other]) => `(${one} ${sign} ${other})`),
      inner.map((one) => `!(${one})`),
      inner.map((one) => `-(${one})`),
      fc.tuple(inner, inner, inner).map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
      fc.tuple(inner, inner).map(([one, other]) => `((${one}) ?? (${other}))`),
      inner.map((one) => `['Pro', 12, true, null].includes(${one})`),
    ),
  };
});

slowTest("a condition has the result of JavaScript", async () => {
  await fc.assert(
    fc.asyncProperty(expression, async (text) => {
      const meant: unknown = runInNewContext(`Boolean(${text})`, { visitor: { claims: visitor } });
      expect(await holds(text, visitor)).toBe(meant);
    }),
    { numRuns: 200 },
  );
});

test("a visitor without claims matches only conditions for their absence", async () => {
  expect(await holds("visitor.claims.unsigned.persona === 'admin'")).toBe(false);
  expect(await holds("!visitor.claims.unsigned.persona")).toBe(true);
});

test("only own properties of claims are read, never inherited ones", async () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
    expect(await holds(`visitor.claims.${name} !== undefined`)).toBe(false);
    expect(await holds(`visitor.claims.plan.${name} !== undefined`, visitor)).toBe(false);
  }
  const own: Claims = JSON.parse('{"__proto__": {"admin": true}}');
  expect(await holds("visitor.claims.__proto__.admin", own)).toBe(true);
  expect(await holds("visitor.claims.admin", own)).toBe(false);
});

test("claims with conversion methods are never converted", async () => {
  const claims: Claims = JSON.parse('{"a": {"toString": "x", "valueOf": 1}, "b": ["1"]}');
  for (const text of [
    "visitor.claims.a == 1",
    "visitor.claims.b == '1'",
    "-visitor.claims.a > 0",
  ]) {
    expect(await holds(text, claims)).toBe(false);
  }
});

test("an error is reported with the character position", async () => {
  const faults: Record<string, [number, string]> = {
    "visitor.claims.a = true": [1, "unsupported syntax"],
    "visitor.claims.a == ": [21, "unexpected token"],
    "visitor.claims.a &&& b": [20, "unexpected token"],
    "😀": [1, "unexpected character"],
    "'😀' === x": [9, "unknown name x"],
    "": [1, "one expression"],
    " ": [2, "one expression"],
    "'open": [1, "unterminated string"],
    "visitor.claims.a; visitor.claims.b": [19, "one expression"],
    "if (true) {}": [1, "one expression"],
    "while (1) {}": [1, "one expression"],
    "process.exit(1)": [1, "can be called"],
    "visitor.claims.a.constructor('x')()": [1, "can be called"],
    "visitor.claims[visitor.claims.a]": [16, "in brackets"],
    "visitor.claims": [1, "followed by the name of a claim"],
    "visitor.claims[plan]": [16, "in brackets"],
    "visitor.name": [1, "only visitor.claims"],
    "user.claims.a": [1, "only visitor.claims"],
    "true || space.vars.x": [9, "only visitor.claims"],
    "(() => true)()": [2, "can be called"],
    "true && (() => true)": [10, "unsupported syntax"],
    "/a+/.test(visitor.claims.a)": [1, "can be called"],
    "visitor.claims.a === /a/": [22, "unsupported syntax"],
    "10n > 1": [1, "unsupported syntax"],
    "visitor.claims.a + 1 > 2": [1, "operator +"],
    "typeof visitor.claims.a": [1, "operator typeof"],
    "[visitor.claims.a].includes(1)": [2, "a list"],
    "'a'.includes()": [1, "takes one argument"],
    "'a'.includes(...['a'])": [14, "unsupported syntax"],
    "`a${1}`": [1, "unsupported syntax"],
    "new Date()": [1, "unsupported syntax"],
    "import('x')": [1, "unsupported syntax"],
    this: [1, "unsupported syntax"],
    "await visitor.claims.a": [7, "unexpected token"],
    "({a: 1})": [2, "unsupported syntax"],
    "visitor.claims.a++": [1, "unsupported syntax"],
    "visitor.claims.a, true": [1, "unsupported syntax"],
  };
  for (const [text, [position, rule]] of Object.entries(faults)) {
    const fault = await findViolation(text);
    expect([text, fault.position, fault.rule]).toEqual([
      text,
      position,
      expect.stringContaining(rule),
    ]);
  }
});

test("the most nested conditions are parsed or refused at once", async () => {
  const size = 1024;
  const tangled = [
    `${"(".repeat(500)}1${")".repeat(500)}`,
    "(".repeat(size),
    `${"!".repeat(size - 1)}1`,
    `${"-(".repeat(300)}1${")".repeat(300)}`,
    `${"- ".repeat(500)}1`,
    `${"1?".repeat(300)}1${":1".repeat(300)}`,
    "[".repeat(size),
    "a=>".repeat(300),
    `'a'${".toUpperCase()".repeat(70)}`,
    `visitor.claims${".a".repeat(500)}`,
  ];
  for (const text of tangled) {
    const read = await parseCondition(text).catch((error: unknown) => error);
    if (read instanceof ConditionFault) continue;
    expect(typeof (read as (claims: Claims) => boolean)({ a: "x" })).toBe("boolean");
  }
});

test("an expression above the maximum length is refused without parsing it", async () => {
  const fault = await findViolation(`1${"+1".repeat(200_000)}`);
  expect(fault.rule).toBe("an expression has at most 1024 characters");
});

test("an expression may have 1,024 characters", async () => {
  expect(await holds(`1${" ".repeat(1023)}`)).toBe(true);
  const fault = await findViolation(`1${" ".repeat(1024)}`);
  expect(fault.message).toBe("an expression has at most 1024 characters at character 1025");
});

test.each([
  ["visitor.claims.a == null", { a: 0 }, false],
  ["null == visitor.claims.a", { a: "" }, false],
  ["undefined == visitor.claims.a", { a: null }, true],
  ["visitor.claims.a == undefined", {}, true],
  ["visitor.claims.a == visitor.claims.b", { a: ["1"], b: "1" }, false],
  ["visitor.claims.a != visitor.claims.b", { a: ["1"], b: "1" }, true],
  ["visitor.claims.a < visitor.claims.b", { a: [], b: 1 }, false],
  ["visitor.claims.a >= visitor.claims.b", { a: 1, b: [] }, false],
  ["visitor.claims.a < 5", { a: "10" }, false],
  ["visitor.claims.a < '5'", { a: "10" }, true],
  ["visitor.claims.a <= '10'", { a: "10" }, true],
  ["visitor.claims.a.trim() === 'x'", { a: " x " }, true],
  ["visitor.claims.a.toUpperCase() === 'X'", { a: "x" }, true],
  ["visitor.claims.a.trim() === undefined", { a: 1 }, true],
  ["visitor.claims.a.startsWith(visitor.claims.b) === undefined", { a: "x", b: 1 }, true],
  ["visitor.claims['a.b'] && visitor['claims'].c", { "a.b": 1, c: 1 }, true],
])("%s with the claims %j is %s", async (text, claims, truth) => {
  expect(await holds(text, claims)).toBe(truth);
});

test.each([
  ["'a'.trim(1)", "trim takes no argument at character 1"],
  ["'a'.includes('a', 1)", "includes takes one argument at character 1"],
  [
    "visitor.claims['a']('x')",
    "only includes, startsWith, endsWith, toLowerCase, toUpperCase, trim can be called at character 1",
  ],
  ["x.y === 1", "only visitor.claims can be read at character 1"],
  ["visitor.other.a", "only visitor.claims can be read at character 1"],
  [
    "[1,,2].includes(1)",
    "a list can contain only strings, numbers, true, false and null at character 1",
  ],
  ["visitor.claims[1]", "the name of a claim in brackets must be a string at character 16"],
  ["+visitor.claims.a", "unsupported operator + at character 1"],
  ["'a' in visitor.claims.a", "unsupported operator in at character 1"],
])("%s is refused with its rule", async (text, message) => {
  expect((await findViolation(text)).message).toBe(message);
});

test("an expression reads values below several roots", async () => {
  const roots = ["space", "page"];
  const { read, paths, ...used } = await parseExpression("space.vars.name ?? page.title", roots);
  expect([...used.roots]).toEqual(["space", "page"]);
  expect(paths).toEqual([
    ["space", "vars", "name"],
    ["page", "title"],
  ]);
  expect(read({ space: { vars: { name: "A" } }, page: { title: "B" } })).toBe("A");
  expect(read({ space: {}, page: { title: "B" } })).toBe("B");
  for (const text of ["space", "name", "visitor.claims.a", "spaces.a"]) {
    await expect(parseExpression(text, roots)).rejects.toThrow(
      "only values below space, page can be read at character 1",
    );
  }
});

test("a syntax error is found regardless of the supported forms", async () => {
  expect(await findSyntaxFault("a.b + (() => 1)()")).toBe(undefined);
  expect((await findSyntaxFault("a b"))?.message).toBe("unexpected token at character 3");
});

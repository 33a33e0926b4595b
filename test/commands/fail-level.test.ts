import { describe, expect, test } from "vitest";
import { listParameters } from "../../src/app/parse/parameters.ts";
import { parse } from "../../src/app/parse/parse.ts";
import { openTome } from "../support/commands/tome.ts";
import { slowTests } from "../support/generators/amount.ts";
import { everyVerb } from "./tree.ts";

async function listGates() {
  return (await everyVerb()).flatMap(([words, verb]) => {
    const parameters = listParameters(verb);
    const flag = parameters.find(({ name }) => name === "fail");
    return flag === undefined ? [] : [{ words, verb, parameters, flag }];
  });
}

describe("--fail", () => {
  test("has the same forms and an optional level in every command", async () => {
    const gates = await listGates();
    expect(gates.map(({ words }) => words).sort()).toEqual([
      ...["access review", "check", "cr diff", "cr links", "cr merge", "cr page-links", "cr pull"],
      "cr replace",
      ...["drift", "git plan", "openapi diff", "openapi publish", "openapi put"],
      ...["page links", "plan", "space links", "status"],
    ]);
    for (const { words, verb, parameters, flag } of gates) {
      const { field } = flag;
      if (field.kind !== "enum") throw new Error(`--fail of ${words} has no levels.`);
      const read = (...rest: string[]) => parse(words, verb, parameters, rest).flags.get(flag);
      expect([words, read("--fail")]).toEqual([words, [field.bare]]);
      for (const level of field.values) {
        for (const form of [`--fail=${level}`, `--fail-on=${level}`]) {
          expect([words, read(form)]).toEqual([words, [level]]);
        }
      }
    }
  });

  test("takes the next word as its level only if it cannot be an argument with a default", async () => {
    for (const { words, verb, parameters, flag } of await listGates()) {
      const { field } = flag;
      const hasDefault = parameters.some(
        (one) => one.isArgument && one.field.default !== undefined,
      );
      const [level = ""] = field.kind === "enum" ? field.values : [];
      const { flags, arguments: given } = parse(words, verb, parameters, ["--fail", level]);
      expect([words, flags.get(flag)]).toEqual([words, [field.bare]]);
      expect([words, [...given.values()]]).toEqual([words, hasDefault ? [[level]] : []]);
    }
  });

  slowTests.each([
    "status --fail=error",
    "plan --fail=deletions",
    "drift --fail=warning",
    "git plan --space S --fail=warning",
    "cr merge 1 --space S --fail=changes",
    "access review --save a --since b --fail=lowered",
    "check --repo . --fail=notice",
  ])("refuses an unknown level: %s", async (line) => {
    const { code, stderr } = await openTome()(`${line} --local`);
    expect([code, stderr]).toEqual([2, expect.stringContaining("--fail must be ")]);
  });

  test("of access review requires an earlier report", async () => {
    const { code, stderr } = await openTome()("access review --save a --fail --local");
    expect([code, stderr]).toEqual([2, expect.stringContaining("--fail needs --since")]);
  });
});

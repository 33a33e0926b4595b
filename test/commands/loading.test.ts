/** The parts of commands that are loaded when they are used. */
import { expect, test } from "vitest";
import type { Verb } from "../../src/commands/verb.ts";
import { everyVerb } from "./tree.ts";

type Load = () => Promise<unknown>;

const isLoad = (value: unknown): value is Load => typeof value === "function";

/** The functions `load…` and `from` of a command and of its members. */
function listLoads(verb: Verb): readonly [name: string, load: Load][] {
  const listIn = (members: object, above = ""): [string, Load][] =>
    Object.entries(members).flatMap(([name, value]): [string, Load][] => {
      if (/^(?:load|from$)/.test(name)) return isLoad(value) ? [[above + name, value]] : [];
      const isGroup = typeof value === "object" && value !== null && above === "";
      return isGroup ? listIn(value, `${name}.`) : [];
    });
  return listIn(verb);
}

test("every command loads functions and operations that exist", async () => {
  const missing: string[] = [];
  let count = 0;
  for (const [words, verb] of await everyVerb()) {
    for (const [name, load] of listLoads(verb)) {
      count++;
      const loaded = await load();
      const isOperation = typeof loaded === "object" && loaded !== null && "route" in loaded;
      if (typeof loaded !== "function" && !isOperation) missing.push(`${words}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(100);
});

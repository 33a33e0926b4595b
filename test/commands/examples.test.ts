/** The examples in the help of commands, which readers copy. */
import { expect, test } from "vitest";
import { parseArgumentValues } from "../../src/app/parse/argument-values.ts";
import { findCommand } from "../../src/app/parse/find-command.ts";
import { listParameters } from "../../src/app/parse/parameters.ts";
import { parse } from "../../src/app/parse/parse.ts";
import { everyVerb } from "./tree.ts";

/** The words of a shell, up to a pipe or a file for the input or output. */
function listWords(line: string): string[] {
  const [command = ""] = line.split(/ [<>|] /);
  return [...command.matchAll(/'([^']*)'|"((?:\\.|[^"])*)"|((?:[^\s"']|'[^']*')+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? "",
  );
}

test("every example is a valid line of its command", async () => {
  const faults: string[] = [];
  let count = 0;
  for (const [words, verb] of await everyVerb()) {
    for (const example of verb.examples) {
      count++;
      try {
        const { path, command, rest } = await findCommand(listWords(example));
        if (command !== verb) throw new Error(`It is an example of tome ${path.join(" ")}.`);
        const parameters = listParameters(verb);
        parseArgumentValues(parameters, parse(words, verb, parameters, rest));
      } catch (error) {
        faults.push(`tome ${words}: ${example}: ${String(error)}`);
      }
    }
  }
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(500);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exitCodes } from "../../src/app/report.ts";
import type { Endpoint } from "../../src/contract/endpoint.ts";
import { endpointsOf, rooms } from "../../src/service/rooms.ts";
import { everyVerb } from "./tree.ts";

/** The lines of the table below a heading of the README. */
function tableBelow(heading: string): readonly string[] {
  const readme = readFileSync("README.md", "utf8");
  const [, below = ""] = readme.split(`\n## ${heading}\n`);
  const [section = ""] = below.split("\n## ");
  return section
    .split("\n")
    .filter((line) => /^\| (?!---)/.test(line))
    .slice(1);
}

test("The README counts the operations that have a command and are answered by the platform", async () => {
  const answered = new Set(await endpointsOf(rooms));
  const byNoun = new Map<string, Set<Endpoint>>();
  for (const [words, verb] of await everyVerb()) {
    const [noun = ""] = words.split(" ");
    const sent = verb.kind === "task" ? verb.sends : verb.endpoints;
    const known = byNoun.get(noun) ?? new Set();
    byNoun.set(noun, known);
    for (const endpoint of sent) if (answered.has(endpoint)) known.add(endpoint);
  }
  const counted = [...byNoun]
    .filter(([, endpoints]) => endpoints.size > 0)
    .map(([noun, endpoints]) => {
      const further = [...endpoints].filter((endpoint) => endpoint.extension).length;
      return { noun, own: endpoints.size - further, further };
    });
  const total = counted.reduce((sum, { own }) => sum + own, 0);
  const rows = counted.map(({ noun, own, further }) => `| \`${noun}\` | ${own} | ${further} |`);
  const extensions = counted.reduce((sum, { further }) => sum + further, 0);
  expect(total).toBe(144);
  expect(tableBelow("Coverage")).toEqual([...rows, `| all | ${total} | ${extensions} |`]);
});

test("The README lists every exit code with its name", () => {
  const rows = tableBelow("Exit codes").map((line) =>
    line
      .split("|")
      .slice(1, 3)
      .map((cell) => cell.trim()),
  );
  expect(Object.fromEntries(rows.map(([code = "", name = ""]) => [name, Number(code)]))).toEqual(
    exitCodes,
  );
});

import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { exitCodes } from "../../src/app/report.ts";
import type { Endpoint } from "../../src/contract/endpoint.ts";
import { purgeTime } from "../../src/service/retention.ts";
import { endpointsOf, rooms } from "../../src/service/rooms.ts";
import { openTome } from "../support/tome.ts";
import { everyVerb } from "./tree.ts";

const readme = () => readFileSync("README.md", "utf8");

/** The lines of the table below a heading of the README. */
function tableBelow(heading: string): readonly string[] {
  const [, below = ""] = readme().split(`\n## ${heading}\n`);
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

test("The README's first example is what the commands print, but for the ids", async () => {
  const [, example = ""] = readme().split("```console\n");
  const [shown = ""] = example.split("\n```");
  const commands = [...shown.matchAll(/^\$ tome (.*)$/gm)].map(([, line = ""]) => line);
  const tome = openTome();
  const printed: string[] = [];
  for (const line of commands) {
    const { stdout, stderr } = await tome(line, { screen: true });
    printed.push(`$ tome ${line}`, ...`${stdout}${stderr}`.trimEnd().split("\n"));
  }
  const withoutIds = (text: string) => text.replace(/^\w{20}/gm, "<id>").replace(/\r/g, "");
  expect(withoutIds(stripVTControlCharacters(printed.join("\n")))).toBe(withoutIds(shown));
});

test("The README tells versions and times as they are", () => {
  const { engines, version } = JSON.parse(readFileSync("package.json", "utf8"));
  const [, node] = /^>=(\S+)$/.exec(engines.node) ?? [];
  expect(readme()).toContain(`Node ${node} or later`);
  expect(readme()).toContain(`# tome-${version}.tgz`);
  const days = purgeTime(new Date(0).toISOString()).getTime() / 86_400_000;
  expect(readme()).toContain(`# for ${days} days`);
});

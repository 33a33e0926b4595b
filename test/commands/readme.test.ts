import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { exitCodes } from "../../src/app/output/report.ts";
import { listEndpoints } from "../../src/service/core/route-module.ts";
import { purgeTime } from "../../src/service/core/rows/space-rows.ts";
import { routeModules } from "../../src/service/server/areas.ts";
import { openTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";

const page = (path: string) => readFileSync(path, "utf8");
const readme = () => page("README.md");

/** The lines of the table below a heading of the page. */
function tableBelow(path: string, heading: string): readonly string[] {
  const [, below = ""] = page(path).split(`\n## ${heading}\n`);
  const [section = ""] = below.split("\n## ");
  return section
    .split("\n")
    .filter((line) => /^\| (?!---)/.test(line))
    .slice(1);
}

test("docs/fidelity.md counts the operations that have a command and are supported by the platform", async () => {
  const counts = tableBelow("docs/fidelity.md", "Coverage").map((line) =>
    line.split("|").slice(1, 4),
  );
  const [noun = "", own, further] = counts.at(-1) ?? [];
  // In src/contract, `extension: true` marks operations outside the management API.
  expect([noun.trim(), Number(own)]).toEqual(["all", 212]);
  const stale = "docs/fidelity.md does not count what the platform answers; run npm run generate";
  expect(Number(own) + Number(further), stale).toBe((await listEndpoints(routeModules)).length);
});

test("docs/commands.md lists every exit code with its name", () => {
  const rows = tableBelow("docs/commands.md", "Exit codes").map((line) =>
    line
      .split("|")
      .slice(1, 3)
      .map((cell) => cell.trim()),
  );
  expect(Object.fromEntries(rows.map(([code = "", name = ""]) => [name, Number(code)]))).toEqual(
    exitCodes,
  );
});

slowTest("the session in the README is the output of its commands, except for ids", async () => {
  const [, session = ""] = readme().split("```console\n");
  const [shown = ""] = session.split("\n```");
  const idsIn = (text: string) => text.match(/\b\w{20}\b/g) ?? [];
  // The sample workspace is that of `tome local seed`.
  const tome = openTome({ withSample: true });
  for (const setup of ["auth switch local", "local seed"]) {
    expect(readme()).toContain(`\ntome ${setup} `);
  }
  await tome("auth switch local", { screen: true, answers: [] });
  /** Maps each id in the README to the one in its position here. */
  const here = new Map<string, string>();
  const steps = shown.split(/^\$ tome /m).slice(1);
  expect(steps.length).toBeGreaterThanOrEqual(4);
  for (const step of steps) {
    const [line = "", ...output] = step.trimEnd().split("\n");
    const fill = (text: string) => text.replace(/\b\w{20}\b/g, (id) => here.get(id) ?? id);
    const { stdout, stderr } = await tome(fill(line), { screen: true, answers: [] });
    const printed = [`${stdout}${stderr}`, `${stderr}${stdout}`].map((text) =>
      stripVTControlCharacters(text).replace(/\r/g, "").trimEnd(),
    );
    const ids = idsIn(printed[0] ?? "");
    idsIn(output.join("\n")).forEach((id, at) => void here.set(id, ids[at] ?? id));
    // On a terminal the two streams are interleaved in an unknown order.
    expect(printed).toContain(fill(output.join("\n")));
  }
});

test("the README and docs/commands.md state the current versions and times", () => {
  const { engines, version } = JSON.parse(readFileSync("package.json", "utf8"));
  const [, node] = /^>=(\S+)$/.exec(engines.node) ?? [];
  expect(readme()).toContain(`Node ${node} or later`);
  expect(readme()).toContain(`# tome-docs-cli-${version}.tgz`);
  const days = purgeTime(new Date(0).toISOString()).getTime() / 86_400_000;
  expect(page("docs/commands.md")).toContain(`# for ${days} days`);
});

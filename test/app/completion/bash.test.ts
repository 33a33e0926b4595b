import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildCompletionModel } from "../../../src/app/completion/model.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { askBash, shortened } from "./bash-words.ts";
import { listCases } from "./cases.ts";
import { byEnvironment, seeElsewhere } from "./elsewhere.ts";
import { getContent, type Home, openHome, processesIn, seedIds, tracing } from "./home.ts";
import { goodIds, hostileRows, hostileWords, writeHostileFile } from "./hostile.ts";

const hasBash = spawnSync("bash", ["--version"]).status === 0;
const hasStrace = spawnSync("strace", ["--version"]).status === 0;
const bash = test.skipIf(!hasBash);
const slowBash = slowTest.skipIf(!hasBash);

function ask(home: Home, line: string, env: Record<string, string> = {}) {
  return askBash(home, [line], { env })[0]?.words;
}

slowBash(
  "bash: every command, flag and value is offered where it can stand",
  async () => {
    const home = openHome();
    seedIds(home);
    const cases = listCases(await buildCompletionModel());
    const offers = askBash(
      home,
      cases.map(({ line }) => line),
    );
    const instead = { file: "default", folder: "dirnames" };
    const wanted = cases.map(({ line, offered, path }) => ({
      line,
      words: [...new Set(offered.map((word) => shortened(word, line)))].sort(),
      // The text to complete follows the equals sign.
      instead: offered[0]?.endsWith("=") ? "nospace" : path && instead[path],
    }));
    const found = offers.map(({ words, instead }, index) => ({
      line: cases[index]?.line,
      words: [...words].sort(),
      instead,
    }));
    expect(found).toEqual(wanted);
  },
  180_000,
);

slowBash("bash: what was begun is completed, and nothing else is offered", () => {
  const home = openHome();
  seedIds(home);
  expect(ask(home, "tome spa")).toEqual(["space"]);
  expect(ask(home, "tome space list --form")).toEqual(["--format"]);
  expect(ask(home, "tome space list --format=nd")).toEqual(["ndjson"]);
  expect(ask(home, "tome space get space-1")).toEqual(["space-1"]);
  expect(ask(home, "tome space move S1 --before collection:collection-1")).toEqual([
    "collection-1",
  ]);
  expect(ask(home, "tome space list --columns id,ti")).toEqual(["id,title"]);
  expect(ask(home, "tome space list --columns=ti")).toEqual(["title"]);
  expect(ask(home, "tome space list --sort up")).toEqual(["updated"]);
  expect(ask(home, "tome space list --filter ti")).toEqual(["title="]);
  expect(ask(home, "tome nonsense ")).toEqual([]);
  expect(ask(home, "tome space update space-1 --title ")).toEqual([]);
  expect(ask(home, "tome space list -- ")).toEqual([]);
  expect(ask(home, "tome space list --format json --json ")).toContain("--jq");
});

bash("bash: a file is completed after a redirection", () => {
  const [offer] = askBash(openHome(), ["tome space list > "]);
  expect(offer).toEqual({ words: [], instead: "default" });
});

slowBash("bash: ids are those of the profile, the host and the parent in force", () => {
  const home = openHome();
  seeElsewhere(home);
  for (const { env, cases } of byEnvironment()) {
    const lines = cases.map(({ line }) => line);
    const offered = askBash(home, lines, { env }).map(({ words }) => words);
    const found = cases.map(({ line }, index) => ({ line, env, ids: offered[index] }));
    expect(found).toEqual(cases.map(({ line, ids }) => ({ line, env, ids })));
  }
});

bash("bash: a list of ids shows the titles, and a single id is completed without its own", () => {
  const home = openHome();
  const ids = [
    { id: "abc1", title: "User guide" },
    { id: "abd2", title: "API reference" },
  ];
  home.remember({ noun: "space", ids });
  const list = (line: string, type: number, env = {}) =>
    askBash(home, [line], { type, env })[0]?.words;
  expect(list("tome space get ", 63)).toEqual(["abc1  User guide", "abd2  API reference"]);
  expect(list("tome space get abc", 9)).toEqual(["abc1"]);
  // A menu inserts each of its words into the line.
  expect(list("tome space get ", 37)).toEqual(["abc1", "abd2"]);
  expect(list("tome space get ", 63, { COLUMNS: "18" })).toEqual([
    "abc1  User guide",
    "abd2  API refere",
  ]);
});

bash("bash: no title gets into the line where two ids differ in case alone", () => {
  const home = openHome();
  const ids = [
    { id: "abc_1", title: "$(touch canary)" },
    { id: "ABC-1", title: "$(touch canary)" },
  ];
  home.remember({ noun: "space", ids });
  expect(askBash(home, ["tome space get "], { type: 9 })[0]?.words).toEqual(["abc_1", "ABC-1"]);
});

bash("bash: a missing, empty or unreadable cache completes to nothing, quietly", () => {
  const home = openHome();
  expect(ask(home, "tome space get ")).toEqual([]);
  home.remember({ noun: "collection", ids: [{ id: "C1" }] });
  expect(ask(home, "tome space get ")).toEqual([]);
  writeHostileFile(home.idsPath("space"));
  expect(ask(home, "tome space get ", { XDG_CACHE_HOME: "relative" })).toEqual([]);
});

bash("bash: the person's own options and separators change nothing", () => {
  const home = openHome();
  seedIds(home);
  const first = "set -u -o noglob -o posix; shopt -s nullglob extglob; IFS=e";
  const lines = ["tome space get ", "tome ", "tome space list --format ", "tome api GET "];
  const offers = askBash(home, lines, { first });
  expect(offers.map(({ words }) => words)).toEqual(askBash(home, lines).map(({ words }) => words));
  expect(offers[0]?.words).toEqual(["space-1", "space-2"]);
});

slowBash("bash: 300 hostile titles and ids are shown or left out, and none is obeyed", () => {
  const home = openHome();
  const before = getContent(home);
  home.remember({ noun: "space", ids: hostileRows });
  const lines = ["tome space get ", "tome space get id-", "tome space move x --before "];
  for (const type of [9, 37, 63]) {
    const [all, begun] = askBash(home, lines, { type });
    expect(all?.words.map((word) => word.split("  ")[0]).sort()).toEqual([...goodIds].sort());
    expect(begun?.words).toHaveLength(150);
  }
  writeHostileFile(home.idsPath("space"));
  for (const type of [9, 37, 63]) {
    const [all] = askBash(home, lines, { type });
    const ids = all?.words.map((word) => word.split("  ")[0] ?? "") ?? [];
    expect(ids.filter((id) => !/^[\w.][\w.-]*$/.test(id))).toEqual([]);
    expect(ids).toEqual(expect.arrayContaining([...goodIds, "id-last"]));
  }
  expect(getContent(home)).toEqual(before);
});

slowBash("bash: no word that was typed is obeyed", () => {
  const home = openHome();
  seedIds(home);
  const before = getContent(home);
  // The words of this driver contain no spaces; a payload is as harmful without one.
  const words = hostileWords.map((word) => word.replace("touch canary", ">canary"));
  const bare = words.map((word) => word.replaceAll(" ", ""));
  const lines = bare.flatMap((word) => [
    `tome ${word}`,
    `tome ${word} `,
    `tome space get ${word}`,
    `tome space get --profile ${word} `,
    `tome space create --org=${word} --parent `,
    `tome space list --format=${word}`,
    `tome space list ${word} --`,
  ]);
  expect(askBash(home, lines, { type: 63 })).toHaveLength(lines.length);
  expect(getContent(home)).toEqual(before);
});

slowTest.skipIf(!hasBash || !hasStrace)(
  "bash: neither loading the script nor Tab starts a process",
  () => {
    const home = openHome();
    seedIds(home);
    const trace = join(home.path, "trace");
    const lines = [
      "tome ",
      "tome space get ",
      "tome --org ",
      "tome local import ",
      "tome serve --",
    ];
    askBash(home, lines, { type: 63, under: tracing(trace) });
    expect(processesIn(trace, "completions/tome.bash")).toEqual([]);
  },
);

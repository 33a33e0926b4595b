import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildCompletionModel } from "../../../src/app/completion/model.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { sampleCases } from "./cases.ts";
import { byEnvironment, seeElsewhere } from "./elsewhere.ts";
import { askFish, fishWords } from "./fish-words.ts";
import { getContent, openHome, processesIn, seedIds, tracing } from "./home.ts";
import { goodIds, hostileRows, hostileWords, writeHostileFile } from "./hostile.ts";

const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;
const hasFish = has("fish");
const fish = test.skipIf(!hasFish);
const slowFish = slowTest.skipIf(!hasFish);

slowFish(
  "fish: commands, flags and values are offered where they can stand",
  async () => {
    const home = openHome();
    seedIds(home);
    const cases = sampleCases(await buildCompletionModel());
    const lines = cases.map(({ line }) => line);
    const files = { file: ["alpha.json", "docs/"], folder: ["docs/"] };
    const wanted = cases.map(({ line, offered, path }) => ({
      line,
      words: [...offered, ...(path ? files[path] : [])].sort(),
    }));
    const found = fishWords(home, lines).map((words, index) => ({ line: lines[index], words }));
    expect(found).toEqual(wanted);
  },
  180_000,
);

slowFish("fish: what was begun is completed, and nothing else is offered", () => {
  const home = openHome();
  seedIds(home);
  const cases: [string, string[]][] = [
    ["tome spa", ["space"]],
    ["tome spaces get space-", ["space-1", "space-2"]],
    ["tome space get 'space-1", ["space-1"]],
    ["tome space list --form", ["--format"]],
    ["tome space list --format=nd", ["--format=ndjson"]],
    ["tome space move S1 --before collection:collection-1", ["collection:collection-1"]],
    ["tome space update S1 --input=al", ["--input=alpha.json"]],
    ["tome serve --data=do", ["--data=docs/"]],
    ["tome nonsense ", []],
    ["tome space update space-1 --title ", []],
    ["tome space list -- ", []],
    ["tome help space cre", ["create"]],
    ["tome space list --columns id,ti", ["id,title"]],
    ["tome space list --sort up", ["updated"]],
    ["tome space list --filter ti", ["title="]],
  ];
  const lines = cases.map(([line]) => line);
  expect(fishWords(home, lines)).toEqual(cases.map(([, words]) => words));
});

fish("fish: words, flags and ids stand beside what they are", () => {
  const home = openHome();
  seedIds(home);
  const [nouns, flags, ids] = askFish(home, [
    "tome who",
    "tome space list --dry",
    "tome space get space-1",
  ]);
  expect(nouns).toEqual([{ word: "whoami", about: "Show the authenticated user" }]);
  expect(flags).toEqual([{ word: "--dry-run", about: "Print the requests without sending them" }]);
  expect(ids).toEqual([{ word: "space-1", about: "Title of space-1" }]);
});

slowFish("fish: ids are those of the profile, the host and the parent in force", () => {
  const home = openHome();
  seeElsewhere(home);
  for (const { env, cases } of byEnvironment()) {
    const lines = cases.map(({ line }) => line);
    const offered = fishWords(home, lines, { env });
    const found = cases.map(({ line }, index) => ({ line, env, ids: offered[index] }));
    expect(found).toEqual(cases.map(({ line, ids }) => ({ line, env, ids })));
  }
});

fish("fish: a missing cache completes to nothing", () => {
  const lines = ["tome space get ", "tome space create --parent "];
  expect(fishWords(openHome(), lines)).toEqual([[], []]);
});

slowFish("fish: 300 hostile titles and ids are shown or left out, and none is obeyed", () => {
  const home = openHome();
  const before = getContent(home);
  home.remember({ noun: "space", ids: hostileRows });
  const lines = ["tome space get ", "tome space get id-", "tome space move x --before "];
  const [all, begun] = fishWords(home, lines);
  expect(all).toEqual([...goodIds].sort());
  expect(begun).toHaveLength(150);
  writeHostileFile(home.idsPath("space"));
  const [raw] = fishWords(home, lines);
  expect(raw?.filter((id) => !/^[\w.][\w.-]*$/.test(id))).toEqual([]);
  expect(getContent(home)).toEqual(before);
});

slowFish("fish: no word that was typed is obeyed", () => {
  const home = openHome();
  seedIds(home);
  const before = getContent(home);
  const lines = hostileWords.flatMap((word) => [
    `tome space get ${word}`,
    `tome space get --profile ${word} `,
    `tome space create --org=${word} --parent `,
    `tome space list --format=${word}`,
    `tome local import ${word}`,
    `tome serve --data ${word}`,
    `tome serve --data=${word}`,
    `tome ${word} `,
  ]);
  expect(fishWords(home, lines)).toHaveLength(lines.length);
  expect(getContent(home)).toEqual(before);
});

slowTest.skipIf(!hasFish || !has("strace"))(
  "fish: neither loading the script nor Tab starts a process",
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
      "tome serve --data ",
    ];
    askFish(home, lines, { under: tracing(trace) });
    expect(processesIn(trace, "completions/tome.fish")).toEqual([]);
  },
);

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildCompletionModel } from "../../../src/app/completion/model.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { sampleCases } from "./cases.ts";
import { byEnvironment, seeElsewhere } from "./elsewhere.ts";
import { getContent, openHome, processesIn, seedIds, tracing } from "./home.ts";
import { goodIds, hostileRows, hostileWords, writeHostileFile } from "./hostile.ts";
import { askZsh } from "./zsh-words.ts";

const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;
const hasZsh = has("zsh") && has("script");
const zsh = test.skipIf(!hasZsh);
const slowZsh = slowTest.skipIf(!hasZsh);

slowZsh(
  "zsh: commands, flags and values are offered where they can stand",
  async () => {
    const home = openHome();
    seedIds(home);
    const cases = sampleCases(await buildCompletionModel());
    const answers = askZsh(
      home,
      cases.map(({ line }) => line),
    );
    const wanted = cases.map(({ line, offered, path }) => {
      const current = line.slice(line.lastIndexOf(" ") + 1);
      const start = current.slice(0, current.indexOf("=") + 1);
      const files = { file: ["alpha.json", "docs"], folder: ["docs"] };
      const words = [
        ...offered.map((word) => word.slice(start.length)),
        ...(path ? files[path] : []),
      ];
      return { line, words: words.sort() };
    });
    const found = answers.map((words, index) => ({
      line: cases[index]?.line,
      words: words.sort(),
    }));
    expect(found).toEqual(wanted);
  },
  180_000,
);

slowZsh("zsh: what was begun is completed, and nothing else is offered", () => {
  const home = openHome();
  seedIds(home);
  const cases: [string, string[]][] = [
    ["tome spa", ["space"]],
    ["tome spaces get space-", ["space-1", "space-2"]],
    ["tome space get 'space-1", ["space-1"]],
    ["tome space list --form", ["--format"]],
    ["tome space list --format=nd", ["ndjson"]],
    ["tome space move S1 --before collection:collection-1", ["collection:collection-1"]],
    ["tome nonsense ", []],
    ["tome space update space-1 --title ", []],
    ["tome space list -- ", []],
    ["tome help space cre", ["create"]],
    ["tome space list --columns id,ti", ["title"]],
    ["tome space list --sort up", ["updated"]],
    ["tome space list --filter ti", ["title="]],
  ];
  const answers = askZsh(
    home,
    cases.map(([line]) => line),
  );
  expect(answers).toEqual(cases.map(([, words]) => words));
});

slowZsh("zsh: ids are those of the profile, the host and the parent in force", () => {
  const home = openHome();
  seeElsewhere(home);
  for (const { env, cases } of byEnvironment()) {
    const lines = cases.map(({ line }) => line);
    const offered = askZsh(home, lines, { env });
    const found = cases.map(({ line }, index) => ({ line, env, ids: offered[index] }));
    expect(found).toEqual(cases.map(({ line, ids }) => ({ line, env, ids })));
  }
});

zsh("zsh: a missing cache, or one that is none, completes to nothing", () => {
  const home = openHome();
  const answers = askZsh(home, ["tome space get ", "tome space create --parent "]);
  expect(answers).toEqual([[], []]);
});

slowZsh("zsh: 300 hostile titles and ids are shown or left out, and none is obeyed", () => {
  const home = openHome();
  const before = getContent(home);
  home.remember({ noun: "space", ids: hostileRows });
  const lines = ["tome space get ", "tome space get id-", "tome space move x --before "];
  const [all, begun] = askZsh(home, lines);
  expect(all?.sort()).toEqual([...goodIds].sort());
  expect(begun).toHaveLength(150);
  writeHostileFile(home.idsPath("space"));
  const [raw] = askZsh(home, lines);
  expect(raw?.filter((id) => !/^[\w.][\w.-]*$/.test(id))).toEqual([]);
  expect(raw).toEqual(expect.arrayContaining([...goodIds, "id-last"]));
  expect(getContent(home)).toEqual(before);
});

slowZsh("zsh: no word that was typed is obeyed", () => {
  const home = openHome();
  seedIds(home);
  const before = getContent(home);
  const lines = hostileWords.flatMap((word) => [
    `tome space get ${word}`,
    `tome space get --profile ${word} `,
    `tome space create --org=${word} --parent `,
    `tome space list --format=${word}`,
    `tome ${word} `,
  ]);
  expect(askZsh(home, lines)).toHaveLength(lines.length);
  expect(getContent(home)).toEqual(before);
});

slowTest.skipIf(!hasZsh || !has("strace"))("zsh: Tab starts no process", () => {
  const home = openHome();
  seedIds(home);
  const trace = join(home.path, "trace");
  const lines = ["tome ", "tome space get ", "tome --org ", "tome local import ", "tome serve --"];
  askZsh(home, lines, { under: tracing(trace) });
  expect(processesIn(trace, "/zsh/lines")).toEqual([]);
});

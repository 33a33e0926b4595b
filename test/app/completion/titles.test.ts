/** Completion of a partially typed title in real shells. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { askBash } from "./bash-words.ts";
import { askFish } from "./fish-words.ts";
import { type Home, openHome } from "./home.ts";
import { askZsh } from "./zsh-words.ts";

const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;

function homeWithTitles(): Home {
  const home = openHome();
  const ids = [
    { id: "id-guide", title: "On-call guide" },
    { id: "id-rota", title: "On-call rota" },
    { id: "id-help", title: "Help" },
    { id: "id-hostile", title: "Reboot $(touch canary) `touch canary`" },
  ];
  home.remember({ noun: "space", ids });
  return home;
}

test.skipIf(!has("bash"))("bash: a unique title prefix is completed to the id", () => {
  const home = homeWithTitles();
  const words = (line: string, type?: number) =>
    askBash(home, [line], type === undefined ? {} : { type })[0]?.words;
  expect(words("tome space get he")).toEqual(["id-help"]);
  expect(words("tome space get On-call\\ g")).toEqual(["id-guide"]);
  expect(words("tome page list --space Help")).toEqual(["id-help"]);
  expect(words("tome space get Reb")).toEqual(["id-hostile"]);
  // The space keeps the common prefix of the ids out of the line.
  expect(words("tome space get On", 63)).toEqual([
    "id-guide  On-call guide",
    "id-rota  On-call rota",
    " ",
  ]);
  expect(words("tome space get id-h", 9)).toEqual([
    "id-help  Help",
    "id-hostile  Reboot $(touch canary) `touch canary`",
  ]);
  expect(words("tome space get nothing")).toEqual([]);
});

test.skipIf(!has("zsh") || !has("script"))("zsh: title prefixes are completed to ids", () => {
  const home = homeWithTitles();
  expect(
    askZsh(home, ["tome space get he", "tome space get On-call\\ g", "tome space get nothing"]),
  ).toEqual([["id-help"], ["id-guide"], []]);
});

test.skipIf(!has("fish"))("fish: a title prefix suggests the id", () => {
  const home = homeWithTitles();
  const [help, guide, nothing] = askFish(home, [
    "tome space get he",
    "tome space get On-call\\ g",
    "tome space get nothing",
  ]);
  expect(help).toEqual([{ word: "Help", about: "id-help" }]);
  expect(guide?.map(({ about }) => about)).toEqual(["id-guide"]);
  expect(nothing).toEqual([]);
});

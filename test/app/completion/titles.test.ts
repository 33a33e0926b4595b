/** Completion of a partially typed title in real shells. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { slowTest } from "../../support/generators/amount.ts";
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

/** Two spaces with pages of their own, and a single team. */
function homeWithPages(): Home {
  const home = homeWithTitles();
  const page = (parent: string, id: string, title: string) => ({ id, title, parent });
  home.remember({
    noun: "page",
    ids: [
      page("id-guide", "p1", "Start here"),
      page("id-guide", "p2", "Who's next"),
      page("id-help", "p3", "Start over"),
    ],
  });
  home.remember({ noun: "team", ids: [{ id: "t1", title: "Tech writers" }] });
  return home;
}

/** A space whose title starts like the id of another one, and change requests with numbers. */
function homeWithNumbers(): Home {
  const home = openHome();
  home.remember({
    noun: "space",
    ids: [
      { id: "HaDH2o", title: "Release notes" },
      { id: "s2", title: "Handbook" },
    ],
  });
  const request = (parent: string, id: string, title: string) => ({ id, title, parent });
  home.remember({
    noun: "cr",
    ids: [request("s2", "1", "Fix typos"), request("HaDH2o", "1", "Add links")],
  });
  home.remember({ noun: "openCr", ids: [request("s2", "2", "Add a table")] });
  return home;
}

const numberLines = [
  "tome space get Ha",
  "tome space get HaD",
  "tome cr view --space Handbook ",
  // Only change requests that are neither merged nor archived.
  "tome cr merge --space Handbook ",
];
const numberWords = [["Handbook"], ["HaDH2o"], ["1"], ["2"]];

/** Lines whose pages are those of the space On-call guide: p1 and p2. */
const ofGuide = [
  "tome page get --space On-call\\ guide ",
  "tome page get --space=on-call\\ GUIDE ",
  "tome page get --space 'On-call guide' ",
  "tome page get --space id-guide ",
  "tome page get --space id:id-guide ",
];

describe.skipIf(!has("bash"))("bash", () => {
  const ask = (home: Home, line: string, type?: number) =>
    askBash(home, [line], type === undefined ? {} : { type })[0]?.words;

  test("a unique title prefix is completed to the quoted title", () => {
    const home = homeWithTitles();
    const words = (line: string, type?: number) => ask(home, line, type);
    expect(words("tome space get he")).toEqual(["Help"]);
    expect(words("tome space get On-call\\ g")).toEqual(["On-call\\ guide"]);
    expect(words("tome page list --space Help")).toEqual(["Help"]);
    expect(words("tome space get Reb")).toEqual([
      "Reboot\\ \\$\\(touch\\ canary\\)\\ \\`touch\\ canary\\`",
    ]);
    expect(words("tome space get nothing")).toEqual([]);
    expect(words("tome space get id-h", 9)).toEqual([
      "id-help  Help",
      "id-hostile  Reboot $(touch canary) `touch canary`",
    ]);
  });

  test("several titles have their common prefix, and a list shows the ids", () => {
    const home = homeWithTitles();
    expect(ask(home, "tome space get On", 63)).toEqual([
      "On-call\\ guide  id-guide",
      "On-call\\ rota  id-rota",
    ]);
    home.remember({ noun: "space", ids: [{ id: "id-other", title: "HELLO" }] });
    // The blank keeps the shorter common prefix H out of the line.
    expect(ask(home, "tome space get He", 9)?.slice(-1)).toEqual([" "]);
  });

  slowTest("titles and numbers precede ids", () => {
    const home = homeWithNumbers();
    expect(numberLines.map((line) => ask(home, line))).toEqual(numberWords);
  });

  test("inside quotation marks, the title is not escaped; otherwise the id is offered", () => {
    const home = homeWithPages();
    expect(ask(home, 'tome space get "on-call\\ g')).toEqual(["On-call guide"]);
    expect(ask(home, "tome page get --space id-guide 'who")).toEqual(["p2"]);
    expect(ask(home, "tome page get --space id-guide who")).toEqual(["Who\\'s\\ next"]);
  });

  slowTest("the pages are those of the space with the typed title", () => {
    const home = homeWithPages();
    for (const line of ofGuide.filter((one) => !one.includes("'"))) {
      expect([line, ask(home, line)]).toEqual([line, ["p1", "p2"]]);
    }
    expect(ask(home, "tome page get --space Help ")).toEqual(["Start\\ over"]);
    expect(ask(home, "tome page get --space Nowhere ")).toEqual([]);
    expect(ask(home, "tome team get ")).toEqual(["Tech\\ writers"]);
  });
});

describe.skipIf(!has("zsh") || !has("script"))("zsh", () => {
  slowTest("titles and numbers precede ids", () => {
    expect(askZsh(homeWithNumbers(), numberLines)).toEqual(numberWords);
  });

  slowTest("title prefixes are completed to titles", () => {
    const home = homeWithTitles();
    expect(
      askZsh(home, [
        "tome space get he",
        "tome space get On-call\\ g",
        "tome space get on",
        "tome space get nothing",
      ]),
    ).toEqual([["Help"], ["On-call guide"], ["On-call guide", "On-call rota"], []]);
  });

  slowTest("the pages are those of the space with the typed title", () => {
    const home = homeWithPages();
    expect(askZsh(home, ofGuide)).toEqual(ofGuide.map(() => ["p1", "p2"]));
    expect(
      askZsh(home, [
        "tome page get --space Help ",
        "tome page get --space Nowhere ",
        "tome team get ",
      ]),
    ).toEqual([["Start over"], [], ["Tech writers"]]);
  });
});

describe.skipIf(!has("fish"))("fish", () => {
  slowTest("titles and numbers precede ids", () => {
    const offers = askFish(homeWithNumbers(), numberLines);
    expect(offers.map((all) => all.map(({ word }) => word))).toEqual(numberWords);
  });

  test("a title prefix suggests the title", () => {
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

  slowTest("the pages are those of the space with the typed title", () => {
    const home = homeWithPages();
    const words = (lines: readonly string[]) =>
      askFish(home, lines).map((offers) => offers.map(({ word }) => word).sort());
    expect(words(ofGuide)).toEqual(ofGuide.map(() => ["p1", "p2"]));
    const [over, none, team] = words([
      "tome page get --space Help ",
      "tome page get --space Nowhere ",
      "tome team get ",
    ]);
    expect(over).toEqual(["Start over"]);
    expect(none).toEqual([]);
    expect(team).toEqual(["Tech writers"]);
  });
});

import { expect, test } from "vitest";
import { formatTopicHelp } from "../../../src/app/help/help.ts";
import { narrowText, splitBlocks } from "../../../src/app/help/topic-text.ts";
import { topics } from "../../../src/app/help/topics.ts";
import { settingNames, settingTable } from "../../../src/settings/table.ts";

const topic = `First line
goes on.
  term       Its meaning
             in two lines
  other      Meaning  of  two
        eight  Still a term
         nine spaces continue

  $ a line to copy
  $ another

Last.
`;

test("a topic consists of paragraphs, terms and lines to copy", () => {
  expect(splitBlocks(topic)).toEqual([
    { paragraph: "First line goes on." },
    {
      rows: [
        ["term", "Its meaning in two lines"],
        ["other", "Meaning of two"],
        ["eight", "Still a term nine spaces continue"],
      ],
    },
    {
      rows: [
        ["$ a line to copy", ""],
        ["$ another", ""],
      ],
    },
    { paragraph: "Last." },
  ]);
  expect(splitBlocks("         deep\n")).toEqual([{ rows: [["deep", ""]] }]);
});

test("a topic on a narrow screen is wrapped, except lines to copy", () => {
  expect(narrowText(topic, 40)).toBe(`First line goes on.

  term      Its meaning in two lines
  other     Meaning of two
  eight     Still a term nine spaces
            continue

  $ a line to copy
  $ another

Last.
`);
});

test("a line to copy is never broken, and an explained line is", () => {
  const line = "tome space update Handbook --title 'A very long title of a space'";
  expect(narrowText(`  ${line}\n  tome space list\n`, 40)).toBe(`  ${line}\n  tome space list\n`);
  const explained = narrowText(`  ${line}  Its meaning\n`, 40);
  expect(explained).not.toContain(line);
  expect(explained.replace(/\s+/g, " ")).toBe(` ${line} Its meaning `);
});

test("the topic on the environment has each setting with all its variables", () => {
  const text = (formatTopicHelp("environment") ?? "").replace(/\s+/g, " ");
  const counts = new Set<number>();
  for (const name of settingNames) {
    const { help, variables } = settingTable[name];
    counts.add(Math.min(variables.length, 2));
    const all = variables.length === 0 ? "" : ` (${variables.join(", ")})`;
    expect(text).toContain(` ${name} ${help}${all} `);
  }
  expect([...counts].toSorted()).toEqual([0, 1, 2]);
});

test.each(Object.keys(topics))(
  "on a narrow screen, the topic %s is wrapped except lines to copy",
  (name) => {
    const [wide, narrow] = [80, 40].map((width) => formatTopicHelp(name, width) ?? "");
    const isTooWide = (line: string) =>
      line.length > 40 && !/^ +(?:tome|the same command|\$|\{)/.test(line);
    expect(narrow?.split("\n").filter(isTooWide)).toEqual([]);
    expect(wide?.split("\n").some(isTooWide)).toBe(true);
    const words = (text = "") => text.split(/\s+/).toSorted();
    expect(words(narrow)).toEqual(words(wide));
  },
);

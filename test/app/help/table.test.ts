import { expect, test } from "vitest";
import { formatTopicHelp } from "../../../src/app/help/help.ts";
import { buildReference } from "../../../src/app/help/reference.ts";
import { buildHelpByWidth, listHelpTexts } from "../../../src/app/help/table.ts";
import { topics } from "../../../src/app/help/topics.ts";
import { tree } from "../../../src/commands/tree.ts";
import { slowTest } from "../../support/generators/amount.ts";

slowTest(
  "help is laid out for three widths, and no line is wider unless it is a line to copy",
  async () => {
    const byWidth = await buildHelpByWidth();
    expect(byWidth.map(([width]) => width)).toEqual([80, 60, 40]);
    const [wide = [], , narrow = []] = byWidth.map(([, texts]) => texts);
    expect(narrow.map(([words]) => words)).toEqual(wide.map(([words]) => words));
    for (const word of ["", "space", "space list", "help flags"]) {
      const [, text = ""] = narrow.find(([words]) => words === word) ?? [];
      const lines = text.split("\n").filter((line) => !/^ +(?:tome|\$|Alias)/.test(line));
      expect(lines.filter((line) => line.length > 40)).toEqual([]);
    }
  },
);

test("every command, plural and topic has a text", async () => {
  const texts = await listHelpTexts();
  const words = texts.map(([word]) => word);
  expect(new Set(words).size).toBe(words.length);
  expect(words).toEqual(
    expect.arrayContaining([
      "",
      ...Object.keys(tree),
      ...Object.keys(topics).map((name) => `help ${name}`),
    ]),
  );
  expect(words.filter((word) => /^comments?\b/.test(word))).toEqual([
    "comment",
    "comment list",
    "comment create",
    "comment get",
    "comment update",
    "comment delete",
    "comment reply",
    "comment reply list",
    "comment reply create",
    "comment reply get",
    "comment reply update",
    "comment reply delete",
    "comment replies",
    "comment replies list",
    "comment replies create",
    "comment replies get",
    "comment replies update",
    "comment replies delete",
    "comments",
    "comments list",
    "comments create",
    "comments get",
    "comments update",
    "comments delete",
    "comments reply",
    "comments reply list",
    "comments reply create",
    "comments reply get",
    "comments reply update",
    "comments reply delete",
    "comments replies",
    "comments replies list",
    "comments replies create",
    "comments replies get",
    "comments replies update",
    "comments replies delete",
  ]);
  expect(words.filter((word) => /^(?:cr|page)s?(?: pages?)?$/.test(word))).toEqual([
    "page",
    "pages",
    "cr",
    "cr pages",
    "cr page",
  ]);
  const find = (word: string) => texts.find(([words]) => words === word)?.[1];
  expect(find("spaces list")).toBe(find("space list"));
  expect(find("help names")).toBe(formatTopicHelp("names"));
  expect(formatTopicHelp("constructor")).toBeUndefined();
});

slowTest("the reference has each text once, under the first of its names", async () => {
  const [reference, texts] = [await buildReference(), new Map(await listHelpTexts())];
  const titles = [...reference.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles.slice(0, 3)).toEqual(["tome", "tome status", "tome tree"]);
  expect(titles.at(-1)).toBe("help local");
  expect(titles).not.toContain("tome spaces");
  expect(reference.split("\n").slice(0, 4)).toEqual([
    "# Command reference",
    "",
    "Generated from the commands by `npm run generate`.",
    "",
  ]);
  expect(reference).toContain(
    `## tome whoami\n\n\`\`\`text\n${texts.get("whoami")?.trimEnd()}\n\`\`\`\n`,
  );
  for (const word of Object.keys(tree)) expect(reference).toContain(`[${word}](#tome-${word})`);
  expect(reference).not.toContain("[space list]");
});

/** Cards show each value that is not empty, on as few lines as the screen allows. */
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { layOutCards } from "../../../src/terminal/draw/cards.ts";
import type { TableColumn } from "../../../src/terminal/draw/table.ts";
import { plainStyle } from "../../../src/terminal/style.ts";

const id = "HhWH1234567890123456";
const columns: readonly TableColumn[] = [
  { header: "TITLE", wide: true, right: false, holds: "title" },
  { header: "ID", wide: false, right: false, holds: "id" },
  { header: "STATUS", wide: false, right: false },
  { header: "PAGES", wide: false, right: true },
  { header: "TEAM", wide: true, right: false },
  { header: "UPDATED", wide: false, right: false },
];

async function getLines(row: readonly string[], screen: number, of = columns): Promise<string[]> {
  const text = await layOutCards(of, [row], screen, plainStyle);
  return text.replace(/\n$/, "").split("\n");
}

const screens = Array.from({ length: 50 }, (_, at) => at + 20);

test.each([
  [["Guide", id, "open", "7", "Docs", "3h ago"]],
  [["日本語", id, "open", "1200", "日本語の文書", "yesterday"]],
])("the values of %j fill the lines of each screen, and never exceed them", async (row) => {
  for (const screen of screens) {
    const [, , ...lines] = await getLines(row, screen);
    const words = lines.join(" · ").split(" · ");
    expect(words.map((word) => word.trim().split(" ")[0])).toEqual([
      "status",
      "pages",
      "team",
      "updated",
    ]);
    for (const [at, line] of lines.entries()) {
      expect([screen, line, stringWidth(line) <= screen]).toEqual([screen, line, true]);
      const [next] = (lines[at + 1] ?? "").trim().split(" · ");
      if (next) {
        const together = stringWidth(`${line} · ${next}`);
        expect([screen, line, next, together > screen]).toEqual([screen, line, next, true]);
      }
    }
  }
});

test.each([
  [20, id],
  [21, id],
  [22, `  ${id}`],
])("on a screen of %i columns, the id is complete", async (screen, line) => {
  expect((await getLines(["Guide", id, "", "", "", ""], screen))[1]).toBe(line);
});

test("empty values are left out, and an empty title is named", async () => {
  expect(await getLines(["", id, "", "7", "", ""], 60)).toEqual([
    "(no title)",
    `  ${id}`,
    "  pages 7",
  ]);
  expect(await getLines(["", "", "", "", "", ""], 8)).toEqual(["(no tit…"]);
});

test("a passage is on a line of its own, in its place", async () => {
  const passage: TableColumn = { header: "TEXT", wide: true, right: false, holds: "passage" };
  const [head, ...others] = columns;
  const of = head === undefined ? [] : [head, ...others.slice(1, 3), passage, ...others.slice(3)];
  expect(await getLines(["Guide", "open", "7", "x".repeat(80), "Docs", "now"], 30, of)).toEqual([
    "Guide",
    "  status open · pages 7",
    `  ${"x".repeat(27)}…`,
    "  team Docs · updated now",
  ]);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { drawScreen } from "../../scripts/picturing/draw-screen.mjs";
import { root } from "../bin/built.ts";

const draw = (text: string, columns = 20) => drawScreen(text, { columns, title: "A <title>" });

test("colored terminal output is drawn in color, and text stays text", () => {
  const svg = draw("\u001b[31merror:\u001b[39m a < b & c\n\u001b[1mbold\u001b[22m plain\n");
  expect(svg).toMatch(/fill="#ff7b72">error:<\/tspan>/);
  expect(svg).toContain("a &#60; b &#38; c</tspan>");
  expect(svg).toContain('font-weight="bold">bold</tspan>');
  expect(svg).toContain("<title>A &#60;title&#62;</title>");
  expect(svg.match(/<text /g)).toHaveLength(2);
});

test("a long line is wrapped as on the terminal, and a link is drawn as its text", () => {
  const link = "\u001b]8;;https://example.com/\u0007here\u001b]8;;\u0007";
  const svg = draw(`${"x".repeat(25)}${link}`, 20);
  expect(svg).toContain(`>${"x".repeat(20)}</tspan>`);
  expect(svg).toContain(">xxxxxhere</tspan>");
  expect(svg).not.toContain("example.com");
});

test("the picture of the README shows a tree and a change, and no control characters", () => {
  expect(readFileSync(join(root, "README.md"), "utf8")).toContain("(docs/tour.svg)");
  const svg = readFileSync(join(root, "docs", "tour.svg"), "utf8");
  expect(svg).toContain("├─ ");
  expect(svg).toContain("tome cr diff");
  expect([...svg].filter((sign) => sign < " " && sign !== "\n")).toEqual([]);
});

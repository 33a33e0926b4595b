import { describe, expect, test } from "vitest";
import {
  buildStylesheet,
  createStylesheet,
  findStylesheet,
  getDefaultStylesheet,
} from "../../../../../src/service/areas/site-reader/styles/stylesheet.ts";
import { withDefaults } from "../../../../../src/service/areas/sites/customization/customization-defaults.ts";
import type { CustomFont } from "../../../../../src/service/areas/sites/customization/font-rows.ts";
import { createTestView } from "../view.ts";

type Styling = NonNullable<Parameters<typeof withDefaults>[0]["styling"]>;

/** The variables that a customization sets, after the fixed styles. */
function readVariables(styling: Styling, fonts?: ReadonlyMap<string, CustomFont>) {
  const { source } = createStylesheet(withDefaults({ styling }), fonts);
  return source.trimEnd().split("\n").at(-1);
}

// The expected colors were computed independently with the formulas of WCAG 2.2.
test.each([
  ["#346DDB", "#346DDB", "#2f62c5", "#6792e4"],
  ["#fff", "#000", "#666666", "#999999"],
  ["#ffcc00", "#00f", "#806600", "#8080ff"],
  ["#0a8", "#0a8", "#00775f", "#00aa88"],
  ["#7a7a7a", "#7a7a7a", "#686868", "#8e8e8e"],
  ["#123456", "#abcdef", "#123456", "#abcdef"],
])("the primary colors %s and %s are readable as %s and %s", (light, dark, day, night) => {
  expect(readVariables({ primaryColor: { light, dark } })).toBe(
    `:root{--accent:light-dark(${day},${night});--on-accent:light-dark(#fff,#000);--corner:.5rem}`,
  );
});

test.each([
  ["straight", "0"],
  ["rounded", ".5rem"],
  ["circular", "1rem"],
] as const)("%s corners have a radius of %s", (corners, radius) => {
  expect(readVariables({ corners })).toContain(`;--corner:${radius}}`);
});

describe("custom fonts", () => {
  const createFont = (id: string, format: "woff2" | "ttf"): CustomFont => ({
    ...{ id, organization_id: "org", family: id, created_at: "2026-03-02" },
    faces: [400, 700].map((weight) => ({ font_id: id, weight, hash: `h${weight}`, format })),
  });
  const fonts = new Map([
    ["one", createFont("one", "woff2")],
    ["two", createFont("two", "ttf")],
  ]);
  const use = (id: string) => ({ id, custom: true as const, fontFamily: id, fontFaces: [] });
  const face = (id: string, weight: number, file: string, css: string) =>
    `@font-face{font-family:"tome-${id}";font-weight:${weight};font-display:swap;src:url("../~fonts/${id}/${file}") format("${css}")}`;
  const one = face("one", 400, "h400.woff2", "woff2") + face("one", 700, "h700.woff2", "woff2");
  const two = face("two", 400, "h400.ttf", "truetype") + face("two", 700, "h700.ttf", "truetype");

  test("replace the fonts of text, headings and code, and are loaded once", () => {
    const read = (styling: Styling) => {
      const [start, end] = readVariables(styling, fonts)?.split(/:root\{.*--corner:\.5rem/) ?? [];
      return [start, end];
    };
    const body = ';--body:"tome-one",system-ui,sans-serif';
    const mono = (id: string) => `;--mono:"tome-${id}",ui-monospace,monospace`;
    const heading = (id: string) => `h1,h2,h3,h4,h5,h6{font-family:"tome-${id}",var(--body)}`;
    expect(read({ font: use("one") })).toEqual([one, `${body}}`]);
    expect(read({ headingFont: use("two") })).toEqual([two, `}${heading("two")}`]);
    expect(read({ monospaceFont: use("two") })).toEqual([two, `${mono("two")}}`]);
    const all = { font: use("one"), headingFont: use("one"), monospaceFont: use("two") };
    expect(read(all)).toEqual([one + two, `${body}${mono("two")}}${heading("one")}`]);
    expect(read({ font: use("unknown"), headingFont: "Inter" })).toEqual(["", "}"]);
  });
});

test("a stylesheet is found by its name, which changes with its content", () => {
  const [red, blue] = ["#f00", "#00f"].map((color) =>
    createStylesheet(withDefaults({ styling: { primaryColor: { light: color, dark: color } } })),
  );
  const standard = getDefaultStylesheet();
  const hashes = new Set([red?.hash, blue?.hash, standard.hash]);
  expect([hashes.size, [...hashes].every((hash) => /^[\da-f]{16}$/.test(hash ?? ""))]).toEqual([
    3,
    true,
  ]);
  for (const style of [red, blue, standard]) {
    expect(findStylesheet(`${style?.hash}.css`)).toEqual(style);
  }
  expect(findStylesheet("0000000000000000.css")).toBeUndefined();
  const view = createTestView({ outline: { siteSpaces: { guide: {} } }, current: "guide" });
  expect(buildStylesheet(view)).toEqual({ address: `/docs/~style/${standard.hash}.css` });
  const { source } = standard;
  expect([source.startsWith(":root{color-scheme"), source.includes("@media print{")]).toEqual([
    true,
    true,
  ]);
  expect(source).toContain("\n.text.plain .anchor{display:none}");
});

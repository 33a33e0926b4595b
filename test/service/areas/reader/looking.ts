/** How a page looks and works for everybody, in a real browser. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Tab, View } from "../../../support/chromium.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Light and dark, wide and narrow. */
export const views: readonly View[] = [
  { width: 1400, isDark: false },
  { width: 390, isDark: true },
  { width: 1400, isDark: true },
  { width: 390, isDark: false },
];

/** What is hard to use on the page that is open, in words, and whether it is wider than the window. */
export async function barriersIn(tab: Tab): Promise<readonly unknown[]> {
  await tab.evaluate(`${axe}; 0`);
  const barriers = await tab.evaluate(
    "axe.run(document).then(({ violations }) => violations.map((one) => one.id + ' ' + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 200) + ' ' + (node.any[0]?.message ?? '')).join(' | ')))",
  );
  const isTooWide = await tab.evaluate("document.documentElement.scrollWidth > innerWidth + 1");
  return [...(Array.isArray(barriers) ? barriers : [barriers]), ...(isTooWide ? ["too wide"] : [])];
}

/** Appearance and accessibility of a page in a real browser. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Tab, View } from "../../../support/machine/chromium.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Light and dark, wide and narrow. */
export const views: readonly View[] = [
  { width: 1400, isDark: false },
  { width: 390, isDark: true },
  { width: 1400, isDark: true },
  { width: 390, isDark: false },
];

/** A page in one view: its errors since it was opened, and its accessibility problems. */
export interface Look {
  readonly view: View;
  readonly complaints: readonly string[];
  readonly barriers: readonly unknown[];
}

/** Opens a page once, and checks it in each view, like a user who resizes the window. */
export async function lookAt(
  tab: Tab,
  address: string,
  { inViews, closely = true }: { readonly inViews: readonly View[]; readonly closely?: boolean },
): Promise<Look[]> {
  const looks: Look[] = [];
  for (const [at, view] of inViews.entries()) {
    await tab.show(view);
    if (at === 0) {
      await tab.open(address);
      if (closely) await tab.evaluate(`${axe}; 0`);
    }
    const barriers = closely ? await barriersIn(tab, view) : [];
    looks.push({ view, complaints: tab.complaints(), barriers });
  }
  return looks;
}

/**
 * As text, and whether the page is wider than the window. Passed checks are omitted, because
 * reporting them takes longest.
 */
async function barriersIn(tab: Tab, { width, isDark }: View): Promise<readonly unknown[]> {
  const isShown = await tab.evaluate(
    `innerWidth === ${width} && matchMedia("(prefers-color-scheme: dark)").matches === ${isDark}`,
  );
  const barriers = await tab.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map((one) => one.id + ' ' + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 200) + ' ' + (node.any[0]?.message ?? '')).join(' | ')))",
  );
  const isTooWide = await tab.evaluate("document.documentElement.scrollWidth > innerWidth + 1");
  return [
    ...(isShown === true ? [] : ["not shown in this view"]),
    ...(Array.isArray(barriers) ? barriers : [barriers]),
    ...(isTooWide === true ? ["too wide"] : []),
  ];
}

/** Published sites in a real browser: every page opens without a complaint, reads well for everybody, and leads somewhere. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { amount } from "../../../support/amount.ts";
import { type Browser, hasChromium, openChromium } from "../../../support/chromium.ts";
import { openReaders } from "./fixture.ts";
import { linksOf, pagesOf } from "./following.ts";
import { barriersIn, views } from "./looking.ts";

let browser: Browser;

beforeAll(async () => {
  if (hasChromium) browser = await openChromium();
});

afterAll(async () => {
  if (hasChromium) await browser.close();
});

test.skipIf(!hasChromium)(
  "Pages of the sample have nothing to complain of, in the light and in the dark, narrow and wide",
  async () => {
    const readers = await openReaders();
    const pages = [...(await pagesOf(readers)), "/~search?q=alert", "/~search?q=xyzzy", "/nowhere"];
    const tab = await browser.newTab();
    const most = amount({ short: 3, more: 6, full: pages.length * views.length });
    const all = pages.flatMap((path, at) =>
      views.map((view, which) => ({ path, view, turn: (at + which) % views.length })),
    );
    // Each page in one view first, and all views among the first pages.
    const chosen = all.toSorted((one, other) => one.turn - other.turn).slice(0, most);
    const odd = pages.filter((path) => path.includes("~") || path === "/nowhere");
    const wanted = [
      ...chosen,
      ...odd.map((path, at) => ({
        path,
        view: views[at % views.length] ?? { width: 1400, isDark: false },
      })),
    ];
    for (const { path, view } of wanted) {
      await tab.show(view);
      await tab.open(`http://${readers.host}${path}`);
      const complaints = path === "/nowhere" ? [] : tab.complaints();
      expect({ path, view, complaints }).toEqual({ path, view, complaints: [] });
      expect({ path, view, barriers: await barriersIn(tab) }).toEqual({ path, view, barriers: [] });
    }
  },
);

test("Every link of every page of the sample leads somewhere, but those that the list of links calls broken", async () => {
  const readers = await openReaders();
  const dead: string[] = [];
  const broken = await readers.brokenAnchors();
  const asked = new Map<string, { readonly status: number; readonly body: string }>();
  for (const path of await pagesOf(readers)) {
    const { body } = await readers.get(path);
    for (const link of linksOf(body)) {
      if (/^[a-z]+:/.test(link)) continue;
      const [to = "", hash] = link.split("#");
      const target = to === "" ? path : to;
      const answer = asked.get(target) ?? (await readers.get(target));
      asked.set(target, answer);
      const isThere = answer.status < 400;
      const hasAnchor =
        hash === undefined || answer.body.includes(`id="${decodeURIComponent(hash)}"`);
      const isKnown = broken.some((known) => link.endsWith(known));
      if (!(isThere && hasAnchor) && !isKnown) dead.push(`${path} → ${link}`);
    }
  }
  expect(dead).toEqual([]);
});

/**
 * Published sites in a real browser: every page opens without errors, is accessible, and has
 * working links.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { amount } from "../../../support/generators/amount.ts";
import { type Browser, hasChromium, openChromium } from "../../../support/machine/chromium.ts";
import { openReaders } from "../reader/fixture.ts";
import { listLinks, listPages } from "../reader/following.ts";
import { lookAt, views } from "../reader/looking.ts";

let browser: Browser;

beforeAll(async () => {
  if (hasChromium) browser = await openChromium();
});

afterAll(async () => {
  if (hasChromium) await browser.close();
});

test.skipIf(!hasChromium)(
  "pages of the sample pass accessibility checks in both themes, narrow and wide",
  async () => {
    const readers = await openReaders();
    const pages = [
      ...(await listPages(readers)),
      "/~search?q=alert",
      "/~search?q=xyzzy",
      "/nowhere",
    ];
    const tab = await browser.newTab();
    const odd = pages.filter((path) => path.includes("~") || path === "/nowhere");
    // The first pages and the unusual ones each in another view; in the long run, all in all of
    // them.
    const most = amount({ short: 3, full: pages.length });
    const viewsOfPage = amount({ short: 1, full: views.length });
    const wanted = [...new Set([...pages.slice(0, most), ...odd])];
    for (const [at, path] of wanted.entries()) {
      const inViews = [...views, ...views].slice(at % views.length).slice(0, viewsOfPage);
      const address = `http://${readers.host}${path}`;
      for (const { view, complaints, barriers } of await lookAt(tab, address, { inViews })) {
        const told = [...(path === "/nowhere" ? [] : complaints), ...barriers];
        expect({ path, view, told }).toEqual({ path, view, told: [] });
      }
    }
  },
);

test.skipIf(!hasChromium)("a name in code is not broken in table cells at any width", async () => {
  const readers = await openReaders();
  const tab = await browser.newTab();
  await tab.show({ width: 390, isDark: false });
  await tab.open(`http://${readers.host}/`);
  const row = `<tr>${"<td><code>scan.isEnabled</code></td>".repeat(4)}</tr>`;
  const parts = await tab.evaluate(`(() => {
      const text = document.querySelector(".text");
      text.insertAdjacentHTML("beforeend", '<div class="scroll"><table>${row}</table></div>');
      return [...text.querySelectorAll("td code")].map((one) => one.getClientRects().length);
    })()`);
  expect(parts).toEqual([1, 1, 1, 1]);
});

test("every link on every page of the sample works, except the reported broken links", async () => {
  const readers = await openReaders();
  const dead: string[] = [];
  const broken = await readers.brokenAnchors();
  const asked = new Map<string, { readonly status: number; readonly body: string }>();
  for (const path of await listPages(readers)) {
    const { body } = await readers.get(path);
    for (const link of listLinks(body)) {
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

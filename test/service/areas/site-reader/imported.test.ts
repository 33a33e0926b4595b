/** Documentation from packages, imported from Git and read in a browser. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as space from "../../../../src/contract/space.ts";
import { listen } from "../../../../src/service/listen.ts";
import { amount } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { gitSpace } from "../../../support/git/git-space.ts";
import { hasChromium, openChromium } from "../../../support/machine/chromium.ts";
import type { Workspace } from "../../../support/platforms/workspace.ts";
import { listLinks, listPages } from "../reader/following.ts";
import { lookAt, views } from "../reader/looking.ts";

const names = ["fastify", "undici", "bun-types"].slice(0, amount({ short: 1, full: 3 }));
const mostPages = amount({ short: 8, full: 1000 });
/** The views in which each page is checked, and the number of pages with a detailed check. */
const viewsOfPage = amount({ short: 1, full: views.length });
const mostLooks = amount({ short: 2, full: 10_000 });

function filesIn(folder: string): Record<string, Uint8Array> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = found
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    files.map((path) => [path.slice(folder.length + 1), readFileSync(path)]),
  );
}

for (const name of names) {
  test(`every page of the documentation of ${name} opens without errors, and its links work`, async () => {
    const { imports, workspace, spaceId, organizationId, admin } = await gitSpace();
    const files = filesIn(join("node_modules", name, "docs"));
    const start = existsSync(join("node_modules", name, "docs", "README.md"))
      ? {}
      : { "README.md": "# Start\n" };
    expect((await imports(getCommit(files, start))).error).toBeUndefined();
    const { id: siteId } = await workspace.ok(admin, site.create, {
      organizationId,
      title: "Docs",
      spaces: [spaceId],
      visibility: "public",
    });
    await workspace.ok(admin, site.publish, { organizationId, siteId });
    const server = await listen(workspace.service);
    onTestFinished(() => server.close());
    const prefix = `/_site/${siteId}`;
    const get = async (path: string) => {
      const sent = request(`${server.url}${path}`, { agent: false });
      const answered = new Promise<IncomingMessage>((resolve, reject) => {
        sent.on("response", resolve).on("error", reject);
      });
      sent.end();
      const answer = await answered;
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
    };
    const paths = (await listPages({ get }, prefix)).filter((path) => path.startsWith(prefix));
    const broken = JSON.stringify(await brokenLinks(workspace, admin, spaceId));
    const bodies = new Map<string, string>();
    const getBody = async (path: string) => {
      const known = bodies.get(path);
      if (known !== undefined) return known;
      const { status, body } = await get(path);
      bodies.set(path, status < 400 ? body : "");
      return bodies.get(path) ?? "";
    };
    const browser = hasChromium ? await openChromium() : undefined;
    if (browser) onTestFinished(() => browser.close());
    const tab = await browser?.newTab();
    expect(paths.length).toBeGreaterThan(8);
    const dead: string[] = [];
    for (const [at, path] of paths.slice(0, mostPages).entries()) {
      for (const link of listLinks(await getBody(path))) {
        if (/^[a-z]+:/.test(link)) continue;
        const [to = "", hash] = link.split("#");
        const body = await getBody(to === "" ? path : to);
        const isThere =
          body !== "" &&
          (hash === undefined || body.includes(` id="${escaped(decodeURIComponent(hash))}"`));
        if (
          !isThere &&
          !broken.includes(JSON.stringify(decodeURIComponent(hash ?? to)).slice(1, -1))
        )
          dead.push(`${path} → ${link}`);
      }
      if (!tab) continue;
      const inViews = [...views, ...views].slice(at % views.length).slice(0, viewsOfPage);
      const looks = await lookAt(tab, `${server.url}${path}`, { inViews, closely: at < mostLooks });
      for (const { view, complaints, barriers } of looks) {
        // Images of other hosts are unreachable here.
        const told = [...complaints.filter((one) => !/net::ERR_/.test(one)), ...barriers];
        expect({ path, view, told }).toEqual({ path, view, told: [] });
      }
    }
    expect(dead).toEqual([]);
  });
}

/** All pages of the list. */
async function brokenLinks(workspace: Workspace, admin: string, spaceId: string) {
  const links: unknown[] = [];
  let page: string | undefined;
  do {
    const asked = { spaceId, status: "broken", limit: 1000, ...(page && { page }) } as const;
    const { items, next } = await workspace.ok(admin, space.links, asked);
    links.push(...items);
    page = next?.page;
  } while (page !== undefined);
  return links;
}

function getCommit(files: Record<string, Uint8Array>, start: Record<string, string>): string {
  const repository = gitRepository();
  repository.commit({ ...files, ...start });
  return repository.path;
}

function escaped(id: string): string {
  return id
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replaceAll("<", "&lt;");
}

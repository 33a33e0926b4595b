/** An exported site behind Python's file server, in a real browser. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listLinks } from "../../../service/areas/reader/following.ts";
import { lookAt, views } from "../../../service/areas/reader/looking.ts";
import { openLocalTome } from "../../../support/commands/tome.ts";
import { amount, slowTest } from "../../../support/generators/amount.ts";
import { hasChromium, openChromium } from "../../../support/machine/chromium.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { listFiles } from "./conditional-site.ts";

const hasPython = spawnSync("python3", ["--version"], { stdio: "ignore" }).status === 0;

async function servePython(folder: string): Promise<string> {
  const child = spawn("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const [line] = await once(child.stdout.setEncoding("utf8"), "data");
  return `http://127.0.0.1:${/port (\d+)/.exec(String(line))?.[1]}`;
}

const testInBrowser = hasChromium && hasPython ? slowTest : test.skip;

testInBrowser(
  "every link works, every page opens without errors, and the search finds visible text only",
  async () => {
    const { run, ok } = openLocalTome();
    const folder = temporaryFolder();
    const out = join(folder, "site");
    const claims = join(folder, "claims.json");
    writeFileSync(claims, JSON.stringify({ isCustomer: true }));
    await ok("local seed");
    await ok(`site export "Lumen documentation" ${out} --claims ${claims}`);
    const files = listFiles(out);
    const server = await servePython(out);
    const pages = [...files.keys()].filter((name) => name.endsWith("index.html"));
    const dead: string[] = [];
    for (const name of pages) {
      const url = new URL(name.replace(/index\.html$/, ""), `${server}/`);
      for (const link of listLinks(files.get(name) ?? "")) {
        const target = new URL(link, url);
        if (target.origin !== url.origin) continue;
        const path = decodeURIComponent(target.pathname)
          .slice(1)
          .replace(/(^|\/)$/, "$1index.html");
        const content = files.get(path);
        const id = decodeURIComponent(target.hash.slice(1));
        if (content === undefined || (id !== "" && !content.includes(`id="${id}"`))) {
          dead.push(`${name} → ${link}`);
        }
      }
    }
    const known = (await run("check --json")).stdout;
    expect(dead.filter((one) => !known.includes(one.split("#")[1] ?? "?"))).toEqual([]);
    const browser = await openChromium();
    onTestFinished(() => browser.close());
    const tab = await browser.newTab();
    // A redirect leads to another page, possibly of another website.
    const opened = pages.filter((name) => !files.get(name)?.includes('http-equiv="refresh"'));
    const most = amount({ short: views.length, full: opened.length });
    for (const [at, name] of opened.slice(0, most).entries()) {
      const inViews = [views[at % views.length] ?? { width: 1400, isDark: false }];
      const address = `${server}/${name.replace(/index\.html$/, "")}`;
      for (const { complaints, barriers } of await lookAt(tab, address, { inViews })) {
        expect({ name, complaints, barriers }).toEqual({ name, complaints: [], barriers: [] });
      }
    }
    const search = async (query: string) => {
      await tab.open(`${server}/`);
      await tab.follow(
        `(() => { const field = document.querySelector('input[name="q"]'); field.value = ${JSON.stringify(query)}; field.form.requestSubmit(); })()`,
      );
      return tab.evaluate(`new Promise((resolve) => {
        const read = () => ({ status: document.getElementById("~status").textContent, links: [...document.querySelectorAll("#~results a".replace("~", "\\\\~"))].map((one) => one.href) });
        const wait = () => read().status === "" ? setTimeout(wait, 10) : resolve(read());
        wait();
      })`);
    };
    expect(await search("single sign-on plan")).toMatchObject({
      links: [expect.stringContaining("/user-guide/people-and-roles/")],
    });
    expect(await search("instal")).toMatchObject({
      links: expect.arrayContaining([`${server}/install/`]),
    });
    expect(await search("xyzzy")).toEqual({ status: "No pages found.", links: [] });
    expect(tab.complaints()).toEqual([]);
    const [look] = await lookAt(tab, `${server}/~search/?q=alert`, {
      inViews: [{ width: 390, isDark: true }],
    });
    expect(look).toMatchObject({ complaints: [], barriers: [] });
  },
);

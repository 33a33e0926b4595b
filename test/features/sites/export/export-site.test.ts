/** Exports of sites as static files. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openReaders } from "../../../service/areas/reader/fixture.ts";
import { listLinks } from "../../../service/areas/reader/following.ts";
import { lookAt, views } from "../../../service/areas/reader/looking.ts";
import { openLocalTome, openTome } from "../../../support/commands/tome.ts";
import { amount, slowTest } from "../../../support/generators/amount.ts";
import { hasChromium, openChromium } from "../../../support/machine/chromium.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { listFiles, openConditionalSite } from "./conditional-site.ts";

const sample = '"Lumen documentation"';

describe("content of an export", () => {
  test("pages, Markdown, search, sitemap, llms.txt and redirects, with relative links", async () => {
    const { ok } = openLocalTome({ withSample: true });
    const out = join(temporaryFolder(), "site");
    await ok(`site redirect create /old/path --site ${sample} --to https://example.com/a?b=1&c=2`);
    const first = JSON.parse(await ok(`site export ${sample} ${out} --json`));
    expect(first).toMatchObject({ pages: 34, brokenLinks: [] });
    const files = listFiles(out);
    for (const name of [
      "index.html",
      "install/index.html",
      "install.md",
      "llms.txt",
      "llms-full.txt",
    ])
      expect([...files.keys()]).toContain(name);
    for (const name of ["sitemap.xml", "robots.txt", "~search/index.html", "~search/index.json"])
      expect([...files.keys()]).toContain(name);
    expect(files.get("old/path/index.html")).toContain(
      'content="0; url=https://example.com/a?b=1&amp;c=2"',
    );
    for (const [name, content] of files) {
      if (/\.(?:html|md|txt|json)$/.test(name))
        expect([name, content]).toEqual([name, expect.not.stringContaining("_site/")]);
    }
    const second = join(temporaryFolder(), "again");
    await ok(`site export ${sample} ${second}`);
    expect(listFiles(second)).toEqual(files);
  });

  test("pages and redirects whose names a system does not allow have other names", async () => {
    const { ok } = openLocalTome({ withSample: true });
    const out = join(temporaryFolder(), "site");
    const space = '"Getting started"';
    const cr = JSON.parse(await ok(`cr create --space ${space} --subject Names --json`));
    const titles = ["con", "aux.txt"];
    const text = join(temporaryFolder(), "page.md");
    writeFileSync(text, "Word.\n");
    for (const title of titles) {
      const page = `--new --title ${title} --slug ${title} --file ${text}`;
      await ok(`cr edit ${cr.number} --space ${space} ${page}`);
    }
    await ok(`cr merge ${cr.number} --space ${space} --yes`);
    for (const source of ["/old/a%7Cb", "/nul", "/a%25zz"]) {
      await ok(`site redirect create ${source} --site ${sample} --to https://example.com/`);
    }
    await ok(`site export ${sample} ${out}`);
    const names = [...listFiles(out).keys()];
    expect(names).toContainEqual(expect.stringMatching(/^con-[0-9a-f]{8}\/index\.html$/));
    expect(names).toContainEqual(expect.stringMatching(/^nul-[0-9a-f]{8}\/index\.html$/));
    expect(names).toContainEqual(expect.stringMatching(/^old\/a-b-[0-9a-f]{8}\/index\.html$/));
    const [linked] = [...listFiles(out)].filter(([name]) => name === "index.html");
    expect(linked?.[1]).toMatch(/href="con-[0-9a-f]{8}\//);
  });

  test("no file contains content that the visitor does not see", async () => {
    for (let seed = 1; seed <= amount({ short: 1, full: 3 }); seed++) {
      const { export: exportTo, marks } = await openConditionalSite(seed);
      for (const claims of [undefined, {}, { a: true }, { b: true }, { a: true, b: true }]) {
        const files = await exportTo(claims);
        const all = [...files].map(([name, content]) => `${name}\n${content}`).join("\n");
        for (const { word, isVisible } of marks) {
          const expected = isVisible(claims ?? {});
          expect({ seed, claims, word, included: all.includes(word) }).toEqual({
            ...{ seed, claims, word },
            included: expected,
          });
        }
      }
    }
  });
});

describe("folder of an export", () => {
  test("a folder with other files is refused, and a later export keeps files beside its own", async () => {
    const { run, ok } = openLocalTome({ withSample: true });
    const folder = temporaryFolder();
    const foreign = join(folder, "foreign");
    mkdirSync(foreign);
    writeFileSync(join(foreign, "notes.txt"), "mine");
    const refused = await run(`site export ${sample} ${foreign}`);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("is not empty")]);
    expect(readdirSync(foreign)).toEqual(["notes.txt"]);
    const out = join(folder, "site");
    await ok(`site export ${sample} ${out}`);
    writeFileSync(join(out, "CNAME"), "docs.example.com");
    mkdirSync(join(out, "install", "own"));
    writeFileSync(join(out, "install", "own", "file"), "mine");
    await ok(`site redirect create /gone --site ${sample} --to https://example.com`);
    await ok(`site export ${sample} ${out}`);
    expect(readFileSync(join(out, "CNAME"), "utf8")).toBe("docs.example.com");
    expect(readFileSync(join(out, "install", "own", "file"), "utf8")).toBe("mine");
    expect(listFiles(out).has("gone/index.html")).toBe(true);
    const { id } = JSON.parse(await ok(`site redirect list --site ${sample} --json`))[0];
    await ok(`site redirect delete ${id} --site ${sample} --yes`);
    await ok(`site export ${sample} ${out}`);
    expect(listFiles(out).has("gone/index.html")).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(["foreign", "site"]);
  });

  test("a failed export leaves the earlier one unchanged", async () => {
    const { run, ok } = openLocalTome({ withSample: true });
    const folder = temporaryFolder();
    const out = join(folder, "site");
    await ok(`site export ${sample} ${out}`);
    const before = listFiles(out);
    // The name of a file that is not of the export and that the next export needs.
    await ok(`site redirect create /mine --site ${sample} --to https://example.com`);
    mkdirSync(dirname(join(out, "mine", "index.html")));
    writeFileSync(join(out, "mine", "index.html"), "mine");
    const refused = await run(`site export ${sample} ${out}`);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("would be replaced"),
    ]);
    const after = new Map(listFiles(out));
    after.delete("mine/index.html");
    expect(after).toEqual(before);
    expect(readdirSync(folder)).toEqual(["site"]);
  });
});

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

/** Forwards all requests except those for sites. */
async function openApiOnly(platform: string) {
  const paths: string[] = [];
  const server = createServer((received, answer) => {
    paths.push(received.url ?? "");
    if (received.url?.startsWith("/_site/")) {
      answer.writeHead(404, { "content-type": "application/json" }).end("{}");
      return;
    }
    const { method } = received;
    const headers = { ...received.headers, host: new URL(platform).host };
    const forwarded = request(platform + received.url, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    received.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, paths };
}

slowTest("an export through the API has the same files as one of the published site", async () => {
  const { url, token, org, site } = await openReaders();
  const api = await openApiOnly(url);
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "claims.json"), JSON.stringify({ isCustomer: true }));
  const read = async (base: string, flags: string, name: string) => {
    const out = join(cwd, name);
    const env = { TOME_TOKEN: token, TOME_BASE_URL: base, TOME_ORG: org };
    const ran = await openTome()(`site export ${site} ${out} ${flags}`, { env, cwd });
    expect([ran.stderr, ran.code]).toEqual([expect.any(String), 0]);
    const { port } = new URL(base);
    return new Map(
      [...listFiles(out)].map(([file, text]) => [file, text.replaceAll(port, "<port>")]),
    );
  };
  for (const flags of ["", "--claims claims.json"]) {
    const own = await read(url, flags, `own-${flags.length}`);
    const copied = await read(api.url, flags, `copied-${flags.length}`);
    expect([...copied.keys()].sort()).toEqual([...own.keys()].sort());
    const different = [...own].filter(([file, text]) => copied.get(file) !== text);
    const texts = new Map(different);
    expect(new Map([...copied].filter(([file]) => texts.has(file)))).toEqual(texts);
    expect(own.size).toBeGreaterThan(50);
  }
  const onSite = new Set(api.paths.filter((path) => path.startsWith("/_site/")));
  expect([...onSite].every((path) => /robots\.txt/.test(path))).toBe(true);
});

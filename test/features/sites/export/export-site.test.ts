/** Exports of sites as static files. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openLocalTome } from "../../../support/commands/tome.ts";
import { amount } from "../../../support/generators/amount.ts";
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

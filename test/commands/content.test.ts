import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTome, type Tome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

async function start() {
  const tome = openTome({ withSample: true });
  const local: Tome = (line, ask) => {
    const words = typeof line === "string" ? line : line.join(" ");
    return tome(`${words} --local`, ask);
  };
  const read = async (line: string) => JSON.parse((await local(line)).stdout);
  const spaces: { id: string; title: string }[] = await read("space list --json id,title");
  const getId = (title: string) => spaces.find((space) => space.title === title)?.id ?? "";
  return { tome: local, read, guide: getId("User guide"), welcome: getId("Welcome"), getId };
}

slowTest("pages, files, links and searches of a space are available as commands", async () => {
  const { tome, read, guide, getId } = await start();
  const list = await tome(`page list --space ${guide} --format tsv`);
  expect(list.stdout).toContain(". Schedules\tdocument\talerts/schedules");
  const { pages } = await read(`page list --space ${guide} --json`);
  expect(pages[0]).toMatchObject({ type: "document", title: "About this guide" });

  const text = await tome(`page get --path dashboards --space ${guide} --format markdown`);
  expect(text.stdout).toMatch(/^A dashboard shows signals side by side\.\n/);
  const byId = await read(`page get ${pages[1].id} --space ${guide} --json title,markdown`);
  expect(byId).toMatchObject({
    title: "Concepts",
    markdown: expect.stringContaining("## Service"),
  });
  const both = await tome(`page get ${pages[1].id} --path concepts --space ${guide}`);
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("not both")]);

  const links = await tome(`page links ${pages[1].id} --space ${guide}`);
  expect(links.stderr).toContain("2 links, 0 broken.");
  const back = await read(`page backlinks ${pages[1].id} --space ${guide} --json page.title`);
  expect(back).toEqual([{ page: { title: "About this guide" } }]);

  const found = await read(`space search ${guide} "silenced alerts" --json title,path`);
  expect(found[0]).toEqual({ title: "Silence an alert", path: "alerts/silence" });
  const everywhere = await read("org search worker --json title,pages.title");
  expect(everywhere[0].title).toBe("Incident runbooks");
  expect((await tome(`space search ${getId("Release notes")} nothingsuch`)).stdout).toBe("");
});

test("broken links end a check with exit code 10, and only broken links do", async () => {
  const { tome, guide, getId } = await start();
  const failing = await tome(`space links ${guide} --status broken --fail`);
  expect(failing.code).toBe(10);
  expect(failing.stdout).toContain("broken");
  expect(failing.stderr).toContain("2 links are broken.");
  expect((await tome(`space links ${guide} --status broken`)).code).toBe(0);
  expect((await tome(`space links ${getId("API reference")} --fail`)).code).toBe(0);
  expect((await tome("space links unknown --fail")).code).toBe(5);
});

slowTest("links broken by the change request are distinguished from earlier ones", async () => {
  const { tome, read, guide } = await start();
  const { id } = await read(`cr create --space ${guide} --subject Links --json id`);
  const broken = async (context: string) => {
    const line = `cr links ${id} --space ${guide} --broken-context ${context} --fail`;
    const { code, stderr } = await tome(line);
    return [code, /error: (.+)/.exec(stderr)?.[1]];
  };
  expect(await broken("change-request")).toEqual([0, undefined]);
  const path = join(temporaryFolder(), "links.md");
  writeFileSync(path, "[y](gone.md)\n");
  await tome(`cr edit ${id} --space ${guide} --new --title Links --file ${path}`);
  expect(await broken("change-request")).toEqual([10, "1 link is broken."]);
  expect(await broken("space")).toEqual([10, "2 links are broken."]);
});

slowTest("a file is saved, and replaces another file only with --force", async () => {
  const { tome, read, guide } = await start();
  const files: { id: string; name: string }[] = await read(
    `file list --space ${guide} --json id,name`,
  );
  const table = files.find(({ name }) => name === "signals.csv")?.id;
  const folder = temporaryFolder();
  const path = join(folder, "signals.csv");
  const saved = await tome(`file get ${table} --space ${guide} --save ${path}`);
  expect([saved.code, saved.stderr]).toEqual([0, expect.stringContaining("(126 bytes)")]);
  expect(readFileSync(path, "utf8")).toMatch(/^at,signal,value\n/);
  expect((await tome(`file get ${table} --space ${guide} --save ${path}`)).code).toBe(2);
  expect((await tome(`file get ${table} --space ${guide} --save ${path} --force`)).code).toBe(0);
  const back = await read(`file backlinks ${table} --space ${guide} --json page.title`);
  expect(back).toEqual([{ page: { title: "Dashboards" } }]);
});

slowTest("a template is applied, and the previous revision can still be read", async () => {
  const { tome, read, welcome } = await start();
  const before = await read(`content get --space ${welcome} --json id,pages.title`);
  const applied = await tome(`content apply-template help-center --space ${welcome}`);
  expect(applied.code).toBe(0);
  const after = await read(`content get --space ${welcome} --json id,parents,pages.title`);
  expect(after.parents).toEqual([before.id]);
  expect(after.pages.length).toBe(before.pages.length + 4);
  const earlier = await read(`revision get ${before.id} --space ${welcome} --json id,pages.title`);
  expect(earlier).toEqual(before);
  const line = `content apply-template api-reference --space ${welcome}`;
  expect((await tome(`${line} --file-ref nonsense`)).stderr).toContain("<key>=<file>");
  const shown = await read(`${line} --file-ref specification=F1 -n`);
  expect(shown.body).toEqual({
    id: "api-reference",
    params: { contentRefs: { specification: { kind: "file", file: "F1" } } },
  });
});

slowTest("agent instructions are written and read as Markdown", async () => {
  const { tome, read } = await start();
  const put = await tome("org instructions put --file -", { stdin: "Be _brief_.\n" });
  expect(put.code).toBe(0);
  expect((await tome("org instructions get")).stdout).toBe("Be _brief_.\n");
  const { instructions } = await read("org instructions get --json instructions");
  expect(instructions.nodes[0].type).toBe("paragraph");
  expect((await tome("org instructions put")).code).toBe(2);
});

slowTest(
  "a link that the hosted platform could not resolve is reported with that reason",
  async () => {
    const { tome, read, welcome } = await start();
    const { id } = await read(`cr create --space ${welcome} --subject Links --json id`);
    const path = join(temporaryFolder(), "links.md");
    writeFileSync(path, "[x](/broken/pages/a1) and [y](gone.md)\n");
    await tome(`cr edit ${id} --space ${welcome} --new --title Links --file ${path}`);
    expect((await tome(`cr merge ${id} --space ${welcome} --yes`)).code).toBe(0);
    const links = await tome(`space links ${welcome} --status broken`);
    expect(links.stdout).toContain("/broken/pages/a1");
    expect(links.stderr).toContain(
      "2 broken. Skipped 1 external link, which was not checked. URLs that start with /broken/ were",
    );
    const report = join(temporaryFolder(), "links.xml");
    await tome(`space links ${welcome} --fail --report junit=${report}`);
    expect(readFileSync(report, "utf8")).toContain("/broken/pages/a1, whose page was missing");
    expect(readFileSync(report, "utf8")).toContain("points to gone.md, which was not found");
  },
);

slowTest("an earlier revision of a space is read page by page, like a change request", async () => {
  const { tome, read, guide } = await start();
  const [{ id, revision }] = await read(
    `cr list --space ${guide} --status merged --limit 1 --json id,revision`,
  );
  const earlier = `revision page ${revision} --path dashboards --space ${guide}`;
  const text = await tome(`${earlier} --format markdown`);
  expect(text.stdout).toMatch(/^A dashboard shows signals side by side\.\n/);
  const unnamed = await tome(`revision page ${revision} --space ${guide}`);
  expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringContaining("revision pages")]);
  const tree = await tome(`revision pages ${revision} --space ${guide} --tree`);
  expect(tree.stdout).toContain("alerts/schedules");
  const changes = await tome(`revision changes ${revision} --space ${guide}`);
  expect(changes.stdout).toContain("page_");
  const pages = await tome(`cr pages ${id} --space ${guide} --format tsv`);
  expect(pages.stdout).toContain("alerts/schedules");
  const contributors = await tome(`cr contributors ${id} --space ${guide} --format tsv`);
  expect(contributors.stdout).toContain("\tedit\t");
});

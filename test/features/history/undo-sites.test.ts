import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openWithHistory } from "../../support/commands/with-history.ts";
import { slowTest } from "../../support/generators/amount.ts";

interface Part {
  readonly title: string;
  readonly children?: readonly Part[];
}

/** A site of sections A, B, C, D, and the titles of its parts in order. */
async function openSite() {
  const tome = openWithHistory();
  const { ok, make } = tome;
  const site = await make("site create --title Portal");
  const section: Record<string, string> = {};
  for (const title of ["AA", "BB", "CC", "DD"]) {
    section[title] = await make(
      `site section create --space new --title ${title} --site ${site} --org ${await org(tome)}`,
    );
  }
  const outline = ({ title, children }: Part): string =>
    children === undefined ? title : `${title}(${children.map(outline).join(" ")})`;
  const parts = async () =>
    JSON.parse(await ok(`site structure ${site} --json structure`))
      .structure.map(outline)
      .join(" ");
  return { ...tome, site, section, parts };
}

async function org({ ok }: ReturnType<typeof openWithHistory>): Promise<string> {
  return JSON.parse(await ok("org list --json id"))[0].id;
}

slowTest("sections that became part of a new group move back", async () => {
  const { ok, parts, section, site } = await openSite();
  const { AA, BB, CC } = section;
  const sections = [CC, AA, BB].map((id) => `--section ${id}`).join(" ");
  await ok(`site section-group create --title Group ${sections} --site ${site}`);
  expect(await parts()).toBe("DD Group(CC AA BB)");
  await ok("undo --yes");
  expect(await parts()).toBe("AA BB CC DD");
});

slowTest("a section that was grouped, ungrouped or regrouped moves back", async () => {
  const { ok, make, parts, section, site } = await openSite();
  const { AA, BB, CC } = section;
  const group = await make(
    `site section-group create --title Group --section ${AA} --section ${BB} --site ${site}`,
  );
  const before = "CC DD Group(AA BB)";
  expect(await parts()).toBe(before);
  for (const [line, left] of [
    [`site section-group add ${group} ${CC}`, "DD Group(AA BB CC)"],
    [`site section-group remove ${group} ${AA} --yes`, "CC DD Group(BB) AA"],
    [`site section update ${AA} --no-group`, "CC DD Group(BB) AA"],
    [`site section update ${CC} --group ${group} --title Other`, "DD Group(AA BB Other)"],
  ] as const) {
    await ok(`${line} --site ${site}`);
    expect(await parts()).toBe(left);
    await ok("undo --yes");
    expect(await parts(), line).toBe(before);
  }
});

test("the spaces of a site with its first section stay in a section, and undo says so", async () => {
  const { ok, make, run } = openWithHistory();
  const space = await make("space create --title Handbook");
  const site = await make("site create --title Portal");
  await ok(`site space add ${space} --site ${site}`);
  await ok(`site section create --space new --title Second --site ${site}`);
  const undone = await run("undo --yes");
  expect(undone.code).toBe(9);
  expect(undone.stderr).toContain("stays in its section because the API cannot move it");
});

slowTest("deleted, drafted and bulk redirects get their old state back", async () => {
  const { ok, make, run, state } = openWithHistory();
  const site = await make("site create --title Portal");
  const all = async () =>
    (await ok(`site redirect list --site ${site} --json source,destination,permanent,draft`)) +
    (await ok(`site redirect list --site ${site} --draft --json source`));
  await ok(`site redirect create /old --to https://example.com/a --permanent --site ${site}`);
  const before = await all();
  await ok(`site redirect delete /old --site ${site} --yes`);
  await ok("undo --yes");
  expect(await all()).toBe(before);
  const draft = await make(
    `site redirect create /new --to https://example.com/b --draft --site ${site}`,
  );
  expect(await ok("undo --yes")).toContain(draft);
  expect(await all()).toBe(before);

  const file = join(state, "redirects.csv");
  writeFileSync(
    file,
    "source,destination,intent\n/OLD,https://example.com/c,live\n/more,https://example.com/d,live\n/more,https://example.com/e,draft\n",
  );
  await ok(`site redirect put --file ${file} --site ${site}`);
  expect(await all()).not.toBe(before);
  await ok("undo --yes");
  expect(await all()).toBe(before);

  await ok(`site redirect put --file ${file} --site ${site}`);
  const theirs = `site redirect update /old --to https://example.com/theirs --site ${site}`;
  expect((await run(theirs, { TOME_HISTORY: "off" })).code).toBe(0);
  expect(await run("undo --yes")).toMatchObject({
    code: 6,
    stderr: expect.stringContaining("the redirect from /old"),
  });
  await ok("undo --force");
  expect(await all()).toBe(before);
});

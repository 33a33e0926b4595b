import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openServedTome } from "../support/commands/served-tome.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

/** A site with the sections Guide, which has pages, and API. */
async function start() {
  const run = await openServedTome();
  const ok = async (line: string) => {
    const { code, stdout, stderr } = await run(line);
    if (code !== 0) throw new Error(`tome ${line} ended with ${code}: ${stderr}`);
    return stdout.trimEnd();
  };
  const guide = await ok("space create --title Guide --format id");
  await ok(`content apply-template help-center --space ${guide}`);
  const api = await ok("space create --title API --format id");
  const site = await ok("site create --title Docs --format id");
  for (const space of [guide, api]) {
    await ok(`site section create --site ${site} --space ${space} --format id`);
  }
  const [page = ""] = (await ok(`page list --space ${guide} --format id`)).split("\n");
  const path = JSON.parse(await ok(`page get ${page} --space ${guide} --json path`)).path;
  return { run, ok, site, path };
}

slowTest("a redirect is created, selected by its source, shown, updated and deleted", async () => {
  const { run, ok, site, path } = await start();
  const made = await run(`site redirect create /old --to /guide/${path} --site ${site} --json`);
  const { id, destination } = JSON.parse(made.stdout);
  expect(destination).toMatchObject({ kind: "site-page" });
  expect(made.stderr).toContain(`Created a redirect from /old to /guide/${path} (${id}).`);
  expect(await ok(`site redirect get /old --site ${site} --jq .target`)).toContain(path);
  const section = await ok(`site redirect update /old --to /api --site ${site} --jq .destination`);
  expect(JSON.parse(section)).toMatchObject({ kind: "site-section" });
  const page = await ok(`site redirect update /old --to /guide/${path} --site ${site} --json`);
  expect(JSON.parse(page).destination).toEqual(destination);
  const nothing = await run(`site redirect update /old --site ${site}`);
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining("--to")]);
  const vague = await run(`site redirect create /x --to elsewhere --site ${site}`);
  expect([vague.code, vague.stderr]).toEqual([2, expect.stringContaining("a path on the site")]);
  expect((await run(`site redirect delete /old --site ${site}`)).code).toBe(2);
  await ok(`site redirect delete /old --site ${site} --yes`);
  expect((await run(`site redirect get /old --site ${site}`)).code).toBe(5);
});

slowTest(
  "a redirect to a space that is on a site twice leads to the place of its path",
  async () => {
    const { ok, site, path } = await start();
    await ok(`site section create --site ${site} --space Guide --title Second --format id`);
    const siteSpaceAt = async (to: string) => {
      const answer = await ok(
        `site redirect create /to${to} --to ${to} --site ${site} --jq .destination`,
      );
      return JSON.parse(answer).siteSpaceId;
    };
    const listed = await ok(`site section list --site ${site} --json path,siteSpaces`);
    const sections = new Map<string, string>(
      JSON.parse(listed).map((one: { path: string; siteSpaces: { id: string }[] }) => [
        one.path,
        one.siteSpaces[0]?.id,
      ]),
    );
    expect(await siteSpaceAt(`/second/${path}`)).toBe(sections.get("second"));
    expect(await siteSpaceAt(`/guide/${path}`)).toBe(sections.get("guide"));
    const file = join(temporaryFolder(), "redirects.csv");
    writeFileSync(file, `source,destination\n/many,/second/${path}\n`);
    await ok(`site redirect put --file ${file} --site ${site}`);
    const all = JSON.parse(await ok(`site redirect list --site ${site} --json source,destination`));
    expect(all).toContainEqual({
      source: "/many",
      destination: expect.objectContaining({ siteSpaceId: sections.get("second") }),
    });
  },
);

slowTest("a file changes many redirects row by row, and asks before deleting any", async () => {
  const { run, ok, site, path } = await start();
  const folder = temporaryFolder();
  const file = join(folder, "redirects.csv");
  const put = (text: string, flags = "") => {
    writeFileSync(file, text);
    return run(`site redirect put --file ${file} --site ${site} --format csv ${flags}`);
  };
  const rows = Array.from({ length: 50 }, (_, at) => `/old/${at},/guide/${path},`);
  const many = await put(["source,destination,intent", ...rows].join("\n"));
  expect([many.code, many.stdout.match(/,created,/g)?.length]).toEqual([0, 50]);
  const mixed = `source,to,intent,capture
/old/0,,,
/old/1,https://example.com/one,,
/old/*,/api,draft,yes
/guide/${path},/api,,
`;
  const unasked = await put(mixed);
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining("--yes")]);
  const some = await put(mixed, "--yes");
  expect(some.code).toBe(9);
  expect(some.stdout.split("\n").map((line) => line.split(",")[1])).toEqual(
    expect.arrayContaining(["deleted", "updated", "created", "error"]),
  );
  expect(some.stdout).toContain("path of a page");
  expect(
    (await ok(`site redirect list --site ${site} --format id --all`)).split("\n"),
  ).toHaveLength(49);
  for (const [text, said] of [
    ["source,target\n/a,/b\n", "target"],
    ["source,destination\nold,/api\n", "redirects.csv:2: source"],
    ["source,destination,intent\n/old/*,/api,publish\n", "Leave the destination empty"],
    ["source,destination,capture\n/old/*,/api,maybe\n", "true or false"],
    ["source,destination\n", "no rows"],
  ] as const) {
    const refused = await put(text);
    expect([refused.code, refused.stderr], text).toEqual([2, expect.stringContaining(said)]);
  }
  const planned = await put("source,destination\n/new,/api\n", "--dry-run");
  expect([planned.code, planned.stdout]).toEqual([0, expect.stringContaining("site-section")]);
});

slowTest("a CSV file in the form of a spreadsheet is normalized", async () => {
  const { ok, site, path } = await start();
  const file = join(temporaryFolder(), "redirects.csv");
  const home = (await ok(`site get ${site} --json urls.published`)).trim();
  await ok(`site publish ${site}`);
  const published = JSON.parse(await ok(`site get ${site} --json urls`)).urls?.published ?? home;
  writeFileSync(
    file,
    `Source,DESTINATION,Permanent\n/old/,/guide/${path},TRUE\n,,\n/größe,https://example.com/,no\n${published}/own/,${published}/guide/${path},\n,,\n`,
  );
  await ok(`site redirect put --file ${file} --site ${site}`);
  const rows = JSON.parse(
    await ok(`site redirect list --site ${site} --json source,destination,permanent`),
  );
  const bySource = new Map<string, { destination: { kind: string }; permanent: boolean }>(
    rows.map((row: { source: string }) => [row.source, row]),
  );
  expect([...bySource.keys()].sort()).toEqual(["/gr%C3%B6%C3%9Fe", "/old", "/own"]);
  expect(bySource.get("/old")).toMatchObject({
    permanent: true,
    destination: { kind: "site-page" },
  });
  expect(bySource.get("/own")).toMatchObject({ destination: { kind: "site-page" } });
  expect(bySource.get("/gr%C3%B6%C3%9Fe")).toMatchObject({ destination: { kind: "external" } });
});

slowTest("a destination is a path of the site in each form of its URL", async () => {
  const { ok, site, path } = await start();
  await ok(`site publish ${site}`);
  const { published, app } = JSON.parse(await ok(`site get ${site} --jq .urls`));
  const homes = [
    "",
    published,
    `${published}/`.replace(/\/+$/, ""),
    `${new URL(app).origin}/_site/${site}`,
  ];
  const encoded = path.replaceAll(/[^/]/g, (letter: string) =>
    /\w/.test(letter) ? `%${letter.charCodeAt(0).toString(16)}` : letter,
  );
  const paths = [`/guide/${path}`, `/guide/${path}/`, `/GUIDE/${path}`, `/guide/${encoded}`];
  let count = 0;
  const kinds = new Set<string>();
  for (const home of homes) {
    for (const one of paths) {
      const create = `site redirect create /form/${count++} --to ${home}${one} --site ${site}`;
      kinds.add(await ok(`${create} --jq .destination`));
    }
  }
  expect([...kinds]).toEqual([expect.stringContaining("site-page")]);
});

test("all invalid rows of a file are reported on separate lines, and nothing is changed", async () => {
  const { run, ok, site } = await start();
  const file = join(temporaryFolder(), "redirects.csv");
  writeFileSync(
    file,
    "source,destination,permanent,intent\n/fine,https://example.com/,,\n/a b*c,https://example.com/,,\n/x,elsewhere,,\n/y,https://example.com/,maybe,\n/z,https://example.com/,,later\n",
  );
  const refused = await run(`site redirect put --file ${file} --site ${site}`);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("4 of 5 rows of");
  for (const line of [3, 4, 5, 6]) {
    expect(refused.stderr).toMatch(new RegExp(`^ {2}\\S*redirects\\.csv:${line}`, "m"));
  }
  expect(refused.stderr).toContain("intent must be live, draft or publish");
  expect(await ok(`site redirect list --site ${site} --format id`)).toBe("");
});

slowTest(
  "automatic redirects are listed with their current paths, in the form of a redirect file",
  async () => {
    const { run, ok, site, path } = await start();
    const list = `site redirect list --automatic --site ${site}`;
    expect((await run(list)).stderr).toContain("No redirects match.");
    await ok(`site section update --site ${site} Guide --path handbook`);
    const rows: { source: string; target: string }[] = JSON.parse(await ok(`${list} --all --json`));
    expect(rows.map(({ source }) => source)).toContain(`/guide/${path}`);
    expect(rows.filter(({ target }) => target.startsWith("/guide"))).toEqual([]);
    expect((await run(list)).stdout).toContain(`/guide/${path}`);
    const sources = async () => {
      const items: { source: string }[] = JSON.parse(await ok(`${list} --all --json`));
      return items.map(({ source }) => source);
    };
    // A redirect of the site takes precedence as long as it has a destination.
    const extra = await ok(`space create --title Extra --format id`);
    await ok(`site section create --site ${site} --space ${extra} --format id`);
    await ok(`site redirect create /guide/${path} --to /extra --site ${site}`);
    expect(await sources()).not.toContain(`/guide/${path}`);
    await ok(`site section delete Extra --site ${site} --yes`);
    expect(await sources()).toContain(`/guide/${path}`);
    await ok(`site redirect delete /guide/${path} --site ${site} --yes`);
    const jq = "--jq [.[]|{source,destination:.target}]";
    const file = join(temporaryFolder(), "former.json");
    writeFileSync(file, await ok(`${list} --all ${jq}`));
    // On another site, the former paths would be ordinary redirects.
    await ok(`site redirect put --file ${file} --site ${site}`);
    expect(JSON.parse(await ok(`site redirect list --site ${site} --all --json`))).toHaveLength(
      rows.length,
    );
    expect(JSON.parse(await ok(`${list} --all --json`))).toEqual([]);
    const drafts = await run(`${list} --draft`);
    expect([drafts.code, drafts.stderr]).toEqual([1, expect.stringContaining("never drafts")]);
  },
);

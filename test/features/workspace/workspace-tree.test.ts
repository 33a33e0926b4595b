/** `tome tree` shows all resources in their places, with few requests. */
import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";
import { withoutOwnColors } from "../../support/generators/hostile.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

const org = "O1000000000000000000";
const getId = (letter: string, number: number) => letter + String(number).padStart(19, "0");

type Item = Readonly<Record<string, unknown>>;

/** A platform with these collections and spaces, in pages of the requested size. */
async function platform(collections: readonly Item[], spaces: readonly Item[]) {
  const server = await serve(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, "http://platform.test");
    const lists: Readonly<Record<string, readonly Item[]>> = { collections, spaces };
    const list = lists[pathname.split("/").at(-1) ?? ""];
    if (list === undefined) {
      return answerJson(response, 200, { object: "organization", id: org, title: "Acme" });
    }
    const start = Number(searchParams.get("page") ?? 0);
    const size = Number(searchParams.get("limit") ?? 50);
    const items = list.slice(start, start + size);
    const next = start + size < list.length ? { next: { page: String(start + size) } } : {};
    answerJson(response, 200, { items, ...next });
  });
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "token", TOME_ORG: org };
  return { server, env };
}

function collection(number: number, title: string, parent?: string): Item {
  return { object: "collection", id: getId("C", number), title, parent, defaultLevel: "inherit" };
}

function space(number: number, title: string, more: Item = {}): Item {
  const shared = { visibility: "private", defaultLevel: "inherit", changeRequestsOpen: 0 };
  return { object: "space", id: getId("S", number), title, ...shared, ...more };
}

async function small() {
  return platform(
    [collection(1, "Handbooks"), collection(2, "On call", getId("C", 1))],
    [
      space(1, "Welcome", { visibility: "public", changeRequestsOpen: 2 }),
      space(2, "Runbooks", { parent: getId("C", 2), defaultLevel: null, editMode: "locked" }),
      space(3, "Shared with me", { parent: getId("C", 9) }),
    ],
  );
}

test("a terminal shows collections with their content and open change requests", async () => {
  const { env } = await small();
  const ran = await openTome()("tree", { env, screen: true });
  expect(ran).toMatchObject({ code: 0 });
  expect(withoutOwnColors(ran.stdout)).toBe(
    [
      `Acme  ${org}`,
      `├─ Handbooks/  ${getId("C", 1)}`,
      `│  └─ On call/  ${getId("C", 2)}`,
      `│     └─ Runbooks  private, level none, locked  ${getId("S", 2)}`,
      `├─ Welcome  public, 2 open  ${getId("S", 1)}`,
      `└─ Shared with me  private  ${getId("S", 3)}`,
      "",
    ].join("\n"),
  );
});

slowTests.each([
  [1, 4],
  [2, 3],
  [4, 1],
  [5, 0],
  [9, 0],
])("at most %d of five items are shown, and %d counted, in each form", async (limit, omitted) => {
  const { env } = await small();
  const tome = openTome();
  const drawn = await tome(`tree --limit ${limit}`, { env, screen: true });
  const lines = withoutOwnColors(drawn.stdout).trimEnd().split("\n");
  const shown = 5 - omitted;
  expect(lines).toHaveLength(1 + shown + (omitted > 0 ? 1 : 0));
  expect(lines.at(-1) === `${omitted} more.`).toBe(omitted > 0);
  expect(drawn.code).toBe(0);
  const piped = await tome(`tree --limit ${limit}`, { env });
  expect(piped.stdout.trimEnd().split("\n")).toHaveLength(shown);
  // JSON is whole without --limit, and a cut one may be an error, too.
  for (const more of ["", " --fail-truncated"]) {
    const json = await tome(`tree --limit ${limit} --json${more}`, { env });
    expect(json.stdout.match(/"object": "(?:space|collection)"/g)).toHaveLength(shown);
    expect(json.code).toBe(omitted > 0 && more !== "" ? 9 : 0);
  }
  const failed = await tome(`tree --limit ${limit} --fail-truncated`, { env, screen: true });
  expect(failed.code).toBe(omitted > 0 ? 9 : 0);
});

test("a pipe gets rows with unique paths, and JSON a nested tree", async () => {
  const { env } = await small();
  const rows = (await openTome()("tree", { env })).stdout.trimEnd().split("\n");
  expect(rows.map((row) => row.split("\t").filter((_, at) => at < 3 || at === 6))).toEqual([
    [getId("C", 1), "Handbooks", "collection", "/Handbooks"],
    [getId("C", 2), ". On call", "collection", "/Handbooks/On call"],
    [getId("S", 2), ". . Runbooks", "space", "/Handbooks/On call/Runbooks"],
    [getId("S", 1), "Welcome", "space", "/Welcome"],
    [getId("S", 3), "Shared with me", "space", "/Shared with me"],
  ]);
  const json = JSON.parse((await openTome()("tree --json", { env })).stdout);
  expect(json).toMatchObject({
    id: org,
    title: "Acme",
    children: [
      { title: "Handbooks", children: [{ children: [{ title: "Runbooks", editMode: "locked" }] }] },
      { title: "Welcome", visibility: "public" },
      { title: "Shared with me" },
    ],
  });
});

test("--columns prints a table, and a limit reports the number of omitted rows", async () => {
  const { env } = await small();
  const run = (line: string) => openTome()(`${line} --no-color`, { env, screen: true });
  const table = (await run("tree --columns title,visibility --filter visibility=public")).stdout;
  expect(table).toMatch(/^TITLE +VISIBILITY\nWelcome +public\n$/);
  const cut = (await run("tree -L 2")).stdout;
  expect(cut).toContain("└─ On call/");
  expect(cut).not.toContain("Runbooks");
  expect(cut).toMatch(/\n3 more\.\n$/);
});

slowTest("2,000 spaces in 1,001 collections take one request per thousand", async () => {
  const collections = Array.from({ length: 1001 }, (_, at) =>
    collection(at, `Collection ${at}`, at === 0 ? undefined : getId("C", Math.floor((at - 1) / 3))),
  );
  const spaces = Array.from({ length: 2000 }, (_, at) =>
    space(at, `Space ${at}`, { parent: getId("C", at % 1001) }),
  );
  const { server, env } = await platform(collections, spaces);
  const { stdout } = await openTome()("tree", { env });
  expect(stdout.trimEnd().split("\n")).toHaveLength(3001);
  expect(server.seen).toHaveLength(1 + 2 + 2);
});

test("collections that contain each other are shown", async () => {
  const { env } = await platform(
    [collection(1, "One", getId("C", 2)), collection(2, "Two", getId("C", 1))],
    [space(1, "Inside", { parent: getId("C", 2) })],
  );
  const { stdout } = await openTome()("tree", { env });
  expect(stdout.match(/One|Two|Inside/g)).toEqual(expect.arrayContaining(["One", "Two", "Inside"]));
});

test("an empty tree is reported", async () => {
  const { env } = await platform([], []);
  for (const screen of [{ screen: true as const }, {}]) {
    const ran = await openTome()("tree", { env, ...screen });
    expect(ran).toMatchObject({ code: 0, stdout: "" });
    expect(ran.stderr).toContain("No collections or spaces that you can see");
  }
});

test("the pages of a space are drawn with --tree, also to a file, and cut with --limit", async () => {
  const page = (id: string, title: string, pages: readonly unknown[] = []) => ({
    id,
    title,
    type: "document",
    path: title.toLowerCase(),
    pages,
  });
  const pages = [page("P1", "Start", [page("P2", "Install"), page("P3", "Upgrade")])];
  const server = await serve((_, response) => answerJson(response, 200, { pages }));
  const env = {
    TOME_BASE_URL: server.url,
    TOME_TOKEN: "token",
    TOME_SPACE: "S1000000000000000000",
  };
  const { stdout } = await openTome()("page list --tree", { env });
  expect(stdout).toBe("Start  start  P1\n├─ Install  install  P2\n└─ Upgrade  upgrade  P3\n");
  const cut = await openTome()("page list --tree -L 2", { env });
  expect(cut.stdout).toBe("Start  start  P1\n└─ Install  install  P2\n1 more.\n");
  const json = await openTome()("page list --tree --json", { env });
  expect(JSON.parse(json.stdout)).toEqual({ pages });
});

test("a docs site is a tree on a terminal, and rows in a pipe", async () => {
  const siteSpace = { object: "site-space", id: "site_space_1", title: "Guide", path: "guide" };
  const section = {
    object: "site-section",
    id: "site_section_1",
    title: "Docs",
    path: "docs",
    condition: "visitor.claims.beta",
    siteSpaces: [{ ...siteSpace, default: true }],
  };
  const structure = { type: "sections", structure: [section] };
  const server = await serve((_, response) => answerJson(response, 200, structure));
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "token", TOME_ORG: org };
  const seen = await openTome()("site structure site_one --no-color", { env, screen: true });
  expect(seen.stdout).toBe(
    "Docs  section, docs, if visitor.claims.beta  site_section_1\n" +
      "└─ Guide  space, guide, default  site_space_1\n",
  );
  const piped = await openTome()("site structure site_one", { env });
  expect(piped.stdout).toContain("site_space_1\t. Guide\tsite-space\tguide\ttrue");
});

slowTest(
  "fields of the items select rows of a tree, and fields of the response the response",
  async () => {
    const tome = openTome({ withSample: true });
    const run = async (line: string) =>
      JSON.parse((await tome(`page list --space "On-call handbook" ${line} --local`)).stdout);
    const rows = await run("--json title,path");
    expect(rows).toContainEqual({ title: "Who to call", path: "who-to-call" });
    expect((await run("--json pages.title")).pages).toContainEqual({ title: "Who to call" });
    expect(await run("--json title,path --jq length")).toBe(rows.length);
    expect(await run("--json")).toHaveProperty("pages");
  },
);

/**
 * `tome status` lists all items that need attention with the next commands, and names unreadable
 * resources.
 */
import { expect, test } from "vitest";
import { openTome, type Ran } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

const org = "O1000000000000000000";
const me = { object: "user", id: "U1", displayName: "Me" };
const ada = { object: "user", id: "U2", displayName: "Ada" };
const getId = (letter: string, number: number) => letter + String(number).padStart(19, "0");

type Item = Readonly<Record<string, unknown>>;

interface Data {
  readonly asked?: readonly Item[];
  readonly own?: readonly Item[];
  readonly spaces?: readonly Item[];
  readonly specifications?: readonly Item[];
  /** By the end of a path. */
  readonly others?: Readonly<Record<string, Item | number>>;
}

async function platform(data: Data) {
  const { asked = [], own = [], spaces = [], specifications = [], others = {} } = data;
  const server = await serve(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, "http://platform.test");
    const [, other] = Object.entries(others).find(([end]) => pathname.endsWith(end)) ?? [];
    if (typeof other === "number") {
      return answerJson(response, other, { error: { code: other, message: `Refused ${other}.` } });
    }
    if (other !== undefined) return answerJson(response, 200, other);
    if (pathname.endsWith("/user")) return answerJson(response, 200, me);
    if (pathname.endsWith("/links")) {
      return answerJson(response, 200, { items: [], stats: { total: 0, broken: { total: 0 } } });
    }
    const requests = searchParams.has("requestedReviewer") ? asked : own;
    const lists: Readonly<Record<string, readonly Item[]>> = {
      "change-requests": requests,
      spaces,
      openapi: specifications,
    };
    answerJson(response, 200, { items: lists[pathname.split("/").at(-1) ?? ""] ?? [] });
  });
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "token", TOME_ORG: org };
  const run = (line: string, screen = false): Promise<Ran> =>
    openTome()(`${line} --retries 0`, { env, ...(screen && { screen: true }) });
  return { server, run };
}

function space(number: number, more: Item = {}): Item {
  return {
    object: "space",
    id: getId("S", number),
    title: `Space ${number}`,
    updatedAt: `2026-01-01T00:00:00.${String(number).padStart(3, "0")}Z`,
    permissions: { edit: true },
    ...more,
  };
}

function changeRequest(number: number, more: Item = {}): Item {
  return {
    object: "change-request",
    id: getId("C", number),
    number,
    subject: `Subject ${number}`,
    status: "open",
    space: getId("S", 1),
    createdBy: ada,
    updatedAt: "2026-01-01T00:00:00Z",
    outdated: false,
    ...more,
  };
}

const conflict = { kind: "page", id: "P1", title: "Start", reason: "edited", fields: [] };

async function busy() {
  return platform({
    asked: [changeRequest(1), changeRequest(2)],
    own: [changeRequest(3, { createdBy: me, outdated: true }), changeRequest(4, { createdBy: me })],
    spaces: [
      space(1, { gitSync: {} }),
      space(2),
      // Another user edits it.
      space(3, { gitSync: {}, permissions: { edit: false } }),
    ],
    specifications: [
      { id: "A1", slug: "pets", lastProcessErrorCode: "FETCH_ERROR", permissions: { edit: true } },
      { id: "A2", slug: "fine", permissions: { edit: true } },
    ],
    others: {
      [`${getId("C", 2)}/reviews`]: { items: [{ id: "R1", status: "approved", reviewer: me }] },
      [`${getId("C", 4)}/reviews`]: {
        items: [{ id: "R2", status: "changes-requested", reviewer: ada }],
      },
      [`${getId("C", 3)}/changes`]: { changes: [], conflicts: [conflict] },
      "/git/info": { operation: "import", state: "failure", error: "No such branch." },
      [`${getId("S", 2)}/links`]: { items: [{}], stats: { total: 9, broken: { total: 4 } } },
    },
  });
}

test("a Git sync needs attention if it failed or its connection has a problem", async () => {
  const problem = { reason: "credentials", message: "The token was rejected." };
  const cases: readonly (readonly [info: Item, says?: string])[] = [
    [{ operation: "import", state: "failure", error: "No." }, "import failed: No."],
    [{ operation: { direction: "export", state: "failure", error: "No." } }, "export failed: No."],
    [{ operation: "import", state: "failure" }, "import failed"],
    [{ operation: "import", state: "success", problem }, "import failed: The token was rejected."],
    [{ operation: { direction: "export", state: "success" }, problem }, "export failed: The token"],
    [{ problem }, "sync failed: The token was rejected."],
    [{ operation: "import", state: "success" }],
    [{ operation: "import", state: "running" }],
    [{ operation: { direction: "export", state: "pending" } }],
    [{}],
  ];
  const infos = cases.map(([info], at) => [`${getId("S", at + 1)}/git/info`, info] as const);
  const { run } = await platform({
    spaces: cases.map((_, at) => space(at + 1, { gitSync: {} })),
    others: Object.fromEntries(infos),
  });
  const { code, stdout, stderr } = await run("status --json");
  expect(code, stderr).toBe(0);
  const { syncs } = JSON.parse(stdout);
  const found = new Map(syncs.map(({ id, says }: Item) => [id, says]));
  for (const [at, [info, says]] of cases.entries()) {
    const expected = says === undefined ? undefined : expect.stringContaining(says);
    expect(found.get(getId("S", at + 1)), JSON.stringify(info)).toEqual(expected);
  }
});

test("a terminal shows items in groups, each with the next command", async () => {
  const { run } = await busy();
  const ran = await run("status --no-color", true);
  expect(ran.code).toBe(0);
  expect(ran.stdout.replace(/ {2}\d+ \w+ ago$/gm, "")).toBe(`Reviews requested from you  1
  Subject 1 #1  by Ada, in Space 1
    tome cr view 1 --space 'Space 1'

Your open change requests  2
  Subject 3 #3  1 conflict, in Space 1
    tome cr view 3 --space 'Space 1'
  Subject 4 #4  Ada requested changes, in Space 1
    tome cr view 4 --space 'Space 1'

Failed Git syncs  1
  Space 1  import failed: No such branch.
    tome git status 'Space 1'

Failed API specifications  1
  pets  FETCH_ERROR
    tome openapi get pets

Editable spaces with broken links  1
  Space 2  4 broken links
    tome space links 'Space 2' --status broken
`);
});

test("a command uses the id of a space whose title is ambiguous", async () => {
  const { run } = await platform({
    own: [changeRequest(1), changeRequest(2, { space: getId("S", 3) })],
    spaces: [
      space(1, { title: "Twice" }),
      space(2, { title: "Twice" }),
      space(3, { title: "A/B" }),
    ],
  });
  const { stdout } = await run("status --no-color", true);
  expect(stdout).toContain(`tome cr view 1 --space ${getId("S", 1)}`);
  expect(stdout).toContain(`tome cr view 2 --space ${getId("S", 3)}`);
  const elsewhere = await busy();
  const other = "O2000000000000000000";
  expect((await elsewhere.run(`status --no-color --org ${other}`, true)).stdout).toContain(
    `tome space links ${getId("S", 2)} --status broken`,
  );
});

test("a pipe gets a row for each item, JSON a list for each kind, and --fail exits with 10", async () => {
  const { run } = await busy();
  const rows = (await run("status")).stdout.trimEnd().split("\n");
  expect(rows.map((row) => row.split("\t").slice(0, 2))).toEqual([
    ["review", "Subject 1"],
    ["change request", "Subject 3"],
    ["change request", "Subject 4"],
    ["sync", "Space 1"],
    ["specification", "pets"],
    ["links", "Space 2"],
  ]);
  const failed = await run("status --fail --json");
  expect(failed.code).toBe(10);
  expect(failed.stderr).toContain("6 items need your attention.");
  expect(JSON.parse(failed.stdout)).toMatchObject({
    reviews: [{ number: 1, space: getId("S", 1) }],
    changeRequests: [{ number: 3 }, { number: 4 }],
    syncs: [{ says: "import failed: No such branch." }],
    specifications: [{ slug: "pets" }],
    links: [{ id: getId("S", 2), count: 4 }],
    unread: [],
    spacesNotChecked: 0,
  });
});

test("an empty list is a sentence and a success", async () => {
  const { run } = await platform({ spaces: [space(1)] });
  for (const screen of [true, false]) {
    expect(await run("status --fail", screen)).toEqual({
      code: 0,
      stdout: "",
      stderr: "No items need your attention.\n",
    });
  }
});

test("unreadable resources are named, exit with 9, and never pass", async () => {
  const { run } = await platform({
    spaces: [space(1), space(2, { gitSync: {} })],
    others: { [`${getId("S", 1)}/links`]: 500, "/git/info": 403, "/openapi": 404 },
  });
  const ran = await run("status");
  expect(ran).toMatchObject({ code: 9, stdout: "" });
  for (const what of [
    'the links of "Space 1" (Refused 500)',
    'the Git sync of "Space 2" (Refused 403)',
    "the API specifications (Refused 404)",
    "No other items need your attention.",
  ]) {
    expect(ran.stderr).toContain(what);
  }
  const json = await run("status --json");
  expect([json.code, JSON.parse(json.stdout).unread.length]).toEqual([9, 3]);
});

test("an unreachable platform is an error", async () => {
  const down = { "/change-requests": 503, "/spaces": 503, "/openapi": 503 };
  expect((await (await platform({ others: down })).run("status")).code).toBe(7);
  const { run } = await platform({ others: { "/user": 401 } });
  expect((await run("status")).code).toBe(4);
});

slowTest(
  "the links of the 50 spaces that changed last are checked, and --all checks every space",
  async () => {
    const { run, server } = await platform({
      spaces: Array.from({ length: 60 }, (_, at) => space(at)),
    });
    const checked = () => server.seen.filter(({ url }) => url.includes("/links?"));
    const ran = await run("status");
    expect(ran.stderr).toContain("Checked links in the 50 most recently changed spaces");
    expect(checked()).toHaveLength(50);
    expect(checked().some(({ url }) => url.includes(getId("S", 9)))).toBe(false);
    expect(server.seen).toHaveLength(50 + 5);
    for (const flag of ["--all", "--fail"]) {
      server.seen.length = 0;
      expect((await run(`status ${flag}`)).stderr).toBe("No items need your attention.\n");
      expect(checked()).toHaveLength(60);
    }
  },
);

test.each([
  [20, undefined],
  [21, "  and 1 more"],
  [23, "  and 3 more"],
])("of %i items of a kind, at most twenty are shown on a terminal", async (count, more) => {
  const asked = Array.from({ length: count }, (_, at) => changeRequest(at + 1));
  const { run } = await platform({ asked });
  const lines = (await run("status --no-color", true)).stdout.split("\n");
  expect(lines.filter((line) => /^ {2}Subject \d+ /.test(line))).toHaveLength(20);
  expect(lines.find((line) => line.includes(" more"))).toBe(more);
});

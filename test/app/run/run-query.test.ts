import { describe, expect, test } from "vitest";
import { type CommandCase, runFixed } from "../../support/commands/fixed-server.ts";
import { type Ask, openTome } from "../../support/commands/tome.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

const cases: readonly CommandCase[] = [
  {
    line: "space list",
    code: 0,
    out: [
      "S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z",
      "S1000000000000000000\tManual\tpublic\tlive\t2026-02-02T00:00:00Z",
      "S2000000000000000000\t\tin-collection\tlocked\t2026-02-03T00:00:00Z",
      "S3000000000000000000\tNotes\tpublic\tlive\t2026-02-04T00:00:00Z",
      "",
    ],
    error: [],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=50",
      "GET /orgs/O1000000000000000000/spaces?limit=50&page=p2",
    ],
  },
  {
    line: "space list",
    ask: { screen: true },
    code: 0,
    out: [
      "TITLE       ID                    VISIBILITY     EDIT MODE  UPDATED",
      "Guide       S0000000000000000000  in-collection             AGO",
      "Manual      S1000000000000000000  public                    AGO",
      "(no title)  S2000000000000000000  in-collection  locked     AGO",
      "Notes       S3000000000000000000  public                    AGO",
      "",
    ],
    error: [],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=50",
      "GET /orgs/O1000000000000000000/spaces?limit=50&page=p2",
    ],
  },
  {
    line: "space list --limit 1",
    code: 0,
    out: ["S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z", ""],
    error: ["Showing 1 of 4.", ""],
    sent: ["GET /orgs/O1000000000000000000/spaces?limit=1"],
  },
  {
    line: "space list --limit 2",
    code: 0,
    out: [
      "S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z",
      "S1000000000000000000\tManual\tpublic\tlive\t2026-02-02T00:00:00Z",
      "",
    ],
    error: ["Showing 2 of 4.", ""],
    sent: ["GET /orgs/O1000000000000000000/spaces?limit=2"],
  },
  {
    line: "space list --limit 3",
    code: 0,
    out: [
      "S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z",
      "S1000000000000000000\tManual\tpublic\tlive\t2026-02-02T00:00:00Z",
      "S2000000000000000000\t\tin-collection\tlocked\t2026-02-03T00:00:00Z",
      "",
    ],
    error: ["Showing 3 of 4.", ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=3",
      "GET /orgs/O1000000000000000000/spaces?limit=3&page=p2",
    ],
  },
  {
    line: "space list --limit 4",
    code: 0,
    out: [
      "S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z",
      "S1000000000000000000\tManual\tpublic\tlive\t2026-02-02T00:00:00Z",
      "S2000000000000000000\t\tin-collection\tlocked\t2026-02-03T00:00:00Z",
      "S3000000000000000000\tNotes\tpublic\tlive\t2026-02-04T00:00:00Z",
      "",
    ],
    error: [],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=4",
      "GET /orgs/O1000000000000000000/spaces?limit=4&page=p2",
    ],
  },
  {
    line: "space list --limit 0",
    code: 2,
    out: [],
    error: ['error: --limit must be an integer from 1 to 1000000000, not "0".', ""],
    sent: [],
  },
  {
    line: "space list --limit 1 --fail-truncated",
    code: 9,
    out: ["S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z", ""],
    error: [
      "Showing 1 of 4.",
      "error: The list has more items than the limit.",
      "hint: Use --all, or a higher --limit.",
      "",
    ],
    sent: ["GET /orgs/O1000000000000000000/spaces?limit=1"],
  },
  {
    line: "space list --all --fail-truncated",
    code: 0,
    out: [
      "S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z",
      "S1000000000000000000\tManual\tpublic\tlive\t2026-02-02T00:00:00Z",
      "S2000000000000000000\t\tin-collection\tlocked\t2026-02-03T00:00:00Z",
      "S3000000000000000000\tNotes\tpublic\tlive\t2026-02-04T00:00:00Z",
      "",
    ],
    error: [],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space list --all --limit 2",
    code: 2,
    out: [],
    error: ["error: --all and --limit cannot be combined.", ""],
    sent: [],
  },
  {
    line: "space list --page-token p2",
    code: 0,
    out: [
      "S2000000000000000000\t\tin-collection\tlocked\t2026-02-03T00:00:00Z",
      "S3000000000000000000\tNotes\tpublic\tlive\t2026-02-04T00:00:00Z",
      "",
    ],
    error: [],
    sent: ["GET /orgs/O1000000000000000000/spaces?page=p2&limit=50"],
  },
  {
    line: "space list --jq . --format yaml",
    ask: { screen: true },
    code: 2,
    out: [],
    error: ["error: --jq filters JSON and cannot be combined with --format yaml.", ""],
    sent: [],
  },
  {
    line: "space list --format csv --columns id,title",
    code: 0,
    out: [
      "id,title\r",
      "S0000000000000000000,Guide\r",
      "S1000000000000000000,Manual\r",
      "S2000000000000000000,\r",
      "S3000000000000000000,Notes\r",
      "",
    ],
    error: [],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=50",
      "GET /orgs/O1000000000000000000/spaces?limit=50&page=p2",
    ],
  },
  {
    line: "space list --filter title=Guide",
    code: 0,
    out: ["S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z", ""],
    error: ["Rows filtered by tome: 1 of the 4 rows match.", ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space list --filter title!=Guide --all",
    code: 0,
    out: [
      "S1000000000000000000\tManual\tpublic\tlive\t2026-02-02T00:00:00Z",
      "S2000000000000000000\t\tin-collection\tlocked\t2026-02-03T00:00:00Z",
      "S3000000000000000000\tNotes\tpublic\tlive\t2026-02-04T00:00:00Z",
      "",
    ],
    error: ["Rows filtered by tome: 3 of the 4 rows match.", ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space list --filter title",
    code: 2,
    out: [],
    error: [
      "error: --filter must be column=pattern, column!=pattern or a comparison, such as 'title=Rel*' or 'updatedAt<30d', not \"title\".",
      "",
    ],
    sent: [],
  },
  {
    line: "space list --filter title=zzz",
    code: 0,
    out: [],
    error: ["No rows match --filter.", "Rows filtered by tome: 0 of the 4 rows match.", ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space list --filter visibility=public --all",
    code: 0,
    out: [
      "S1000000000000000000\tManual\tpublic\tlive\t2026-02-02T00:00:00Z",
      "S3000000000000000000\tNotes\tpublic\tlive\t2026-02-04T00:00:00Z",
      "",
    ],
    error: ["Rows filtered by tome: 2 of the 4 rows match.", ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space list --filter updatedAt<2026-02-02",
    code: 0,
    out: ["S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z", ""],
    error: ["Rows filtered by tome: 1 of the 4 rows match.", ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space list --filter updatedAt>2026-02-02 --all",
    code: 0,
    out: [
      "S2000000000000000000\t\tin-collection\tlocked\t2026-02-03T00:00:00Z",
      "S3000000000000000000\tNotes\tpublic\tlive\t2026-02-04T00:00:00Z",
      "",
    ],
    error: ["Rows filtered by tome: 2 of the 4 rows match.", ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space list --sort title",
    code: 0,
    out: [
      "S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z",
      "S1000000000000000000\tManual\tpublic\tlive\t2026-02-02T00:00:00Z",
      "S3000000000000000000\tNotes\tpublic\tlive\t2026-02-04T00:00:00Z",
      "S2000000000000000000\t\tin-collection\tlocked\t2026-02-03T00:00:00Z",
      "",
    ],
    error: [
      "Rows sorted by tome: 4 rows. Ascending: the smallest or oldest first. To reverse the order: --sort=-title",
      "",
    ],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space list --sort=-updatedAt --limit 2",
    code: 0,
    out: [
      "S3000000000000000000\tNotes\tpublic\tlive\t2026-02-04T00:00:00Z",
      "S2000000000000000000\t\tin-collection\tlocked\t2026-02-03T00:00:00Z",
      "",
    ],
    error: ["Rows sorted by tome: 4 rows (2 shown).", ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space list --filter title=M* --limit 1",
    code: 0,
    out: ["S1000000000000000000\tManual\tpublic\tlive\t2026-02-02T00:00:00Z", ""],
    error: ["Rows filtered by tome: 1 of the first 2 rows match.", ""],
    sent: ["GET /orgs/O1000000000000000000/spaces?limit=1000"],
  },
];

test.each(cases)("tome $line ends with $code", async (one) => {
  expect({ line: one.line, ...(one.ask && { ask: one.ask }), ...(await runFixed(one)) }).toEqual(
    one,
  );
});

const org = "O1000000000000000000";
const id = "S1000000000000000000";
const siteId = "X1000000000000000000";
const scripts = [
  { script: "https://a.example/a.js", cookies: true },
  { script: "https://b.example/b.js", cookies: false },
];
const buildLink = (status: string) => ({
  object: "link",
  status,
  targetReference: { kind: "url", url: "https://gone.example" },
  locationReferences: [
    { kind: "page", page: { id: "P1", title: "Start", urls: { app: "https://app.example" } } },
  ],
});
/** Responses by path. */
const responses: Readonly<Record<string, unknown>> = {
  [`/spaces/${id}`]: {
    ...{ object: "space", id, title: "Guide", organization: org, parent: "C1" },
    ...{ visibility: "public", urls: {} },
  },
  [`/orgs/${org}/spaces`]: { items: [{ object: "space", id, title: "Guide" }] },
  [`/orgs/${org}`]: { object: "organization", id: org, title: "Acme" },
  "/collections/C1": { object: "collection", id: "C1", title: "Docs" },
  [`/spaces/${id}/links`]: {
    items: [buildLink("broken"), buildLink("ok")],
    stats: { total: 2, broken: { total: 1 } },
  },
  [`/spaces/${id}/integrations`]: {
    items: [
      { name: "slack", title: "Slack" },
      { name: "jira", title: "Jira" },
    ],
  },
  [`/orgs/${org}/sites/${siteId}/integration-scripts`]: scripts,
  "/custom-hostnames/docs.example.com": {
    ...{ hostname: "docs.example.com", status: "pending", target: { site: siteId } },
  },
};

async function runQuery(line: string, ask: Ask = {}, available = responses) {
  const sent: string[] = [];
  const server = await serve(({ url }, response) => {
    const path = new URL(url, "http://host").pathname.replace("/v1", "");
    sent.push(path);
    const body = available[path];
    const error = { error: { code: 404, message: "None." } };
    return body === undefined ? answerJson(response, 404, error) : answerJson(response, 200, body);
  });
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "token", TOME_ORG: org, NO_COLOR: "1" };
  const { code, stdout, stderr } = await openTome()(line, { ...ask, env: { ...env, ...ask.env } });
  return { code, stdout, stderr, sent };
}

const screen = { screen: true } as const;
const agent = { env: { CLAUDECODE: "1" } } as const;

describe("--json alone", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    [`space get ${id}`, ["id", "title", "urls.app"], []],
    ["sso list", ["id", "label"], ["items", "items.id"]],
    [`space integrations ${id}`, ["name", "title"], ["items", "items.name"]],
    [`site integration-scripts ${siteId}`, ["script", "cookies"], []],
  ])("on a terminal lists the fields that %s can print", async (line, fields, others) => {
    const { code, stdout, stderr, sent } = await runQuery(`${line} --json`, screen);
    const names = stdout.split("\n");
    expect([code, sent]).toEqual([0, []]);
    expect(names).toEqual(expect.arrayContaining([...fields]));
    for (const other of others) expect(names).not.toContain(other);
    expect(stderr).toBe("");
  });

  slowTests.each<[string, Ask]>([
    ["", {}],
    [" --format json", screen],
    [" --jq .title", screen],
    [" --dry-run", screen],
  ])("prints the response with%s %j", async (flags, ask) => {
    const { stdout, sent } = await runQuery(`space get ${id} --json${flags}`, ask);
    expect(sent).toContain(`/spaces/${id}`);
    expect(stdout).not.toContain("urls.app");
  });
});

describe("a record", () => {
  test("on a terminal has titles for ids", async () => {
    const { stdout } = await runQuery(`space get ${id}`, screen);
    expect(stdout).toMatch(/^TITLE +Guide$/m);
    expect(stdout).toMatch(/^ORGANIZATION +Acme\b/m);
    expect(stdout).toMatch(/^PARENT +Docs\b/m);
  });

  const other = "O2000000000000000000";
  const guide = { id: "P1", title: "Guide" };

  test.each<[string, string, string, unknown, Readonly<Record<string, unknown>>, RegExp]>([
    [
      "the space of the arguments",
      `comment get K1 --space ${id}`,
      `/spaces/${id}/comments/K1`,
      { object: "comment", id: "K1", target: { changeRequest: "R1" } },
      { [`/spaces/${id}/change-requests/R1`]: { number: 1, subject: "Fix" } },
      /^CHANGE REQUEST +Fix \(1\)/m,
    ],
    [
      "the space in the target of the record",
      "import get N1",
      `/org/${org}/imports/N1`,
      { object: "import-run", id: "N1", target: { space: id, page: "P1" } },
      { [`/spaces/${id}/content/page/P1`]: guide },
      /^PARENT PAGE +Guide/m,
    ],
    [
      "the organization of the arguments",
      `conversation issue get J1 --org ${other}`,
      `/orgs/${other}/conversations-issues/J1`,
      { issue: { id: "J1", title: "Slow", cluster: "L1" } },
      { [`/orgs/${other}/conversations-clusters/L1`]: { id: "L1", label: "Speed" } },
      /^CLUSTER +Speed/m,
    ],
    [
      "the organization and the site of the record",
      "site lookup https://docs.example.com/a",
      "/urls/published",
      { organization: other, site: siteId, siteSection: "E1", space: id, pathname: "a" },
      { [`/orgs/${other}/sites/${siteId}/sections`]: { items: [{ id: "E1", title: "Help" }] } },
      /^SECTION +Help/m,
    ],
    [
      "the organization of the settings",
      "hostname get docs.example.com --columns site",
      "/custom-hostnames/docs.example.com",
      { hostname: "docs.example.com", status: "pending", target: { site: siteId } },
      { [`/orgs/${org}/sites/${siteId}`]: { object: "site", id: siteId, title: "Docs" } },
      /Docs/,
    ],
  ])("on a terminal has titles from %s", async (_, line, path, record, titles, expected) => {
    const available = { [path]: record, ...titles };
    const { code, stdout, sent } = await runQuery(line, screen, available);
    expect([code, stdout]).toEqual([0, expect.stringMatching(expected)]);
    expect(sent).toEqual(expect.arrayContaining(Object.keys(available)));
    // Where no title can be read, the record is the same with ids.
    const withIds = await runQuery(line, screen, { [path]: record });
    expect([withIds.code, withIds.stdout]).toEqual([0, expect.not.stringMatching(expected)]);
  });

  test.each<[string, Ask]>([
    ["", {}],
    [" --format json", screen],
    [" --format tsv", screen],
  ])("for a program has the ids, and no further request is sent (%s)", async (flags, ask) => {
    const { stdout, sent } = await runQuery(`space get ${id}${flags}`, ask);
    expect(stdout).toContain("C1");
    expect(sent).toEqual([`/spaces/${id}`]);
  });

  slowTest("is presented as a whole on a terminal, unless fields are chosen", async () => {
    const line = "hostname get docs.example.com";
    const hint = "To check the DNS records again";
    expect((await runQuery(line, screen)).stdout).toContain(hint);
    const others: readonly (readonly [string, Ask])[] = [
      ["", {}],
      [" --columns status", screen],
      [" --json status", screen],
      [" --jq .status", screen],
      [" --format yaml", screen],
    ];
    for (const [flags, ask] of others) {
      const { code, stdout } = await runQuery(line + flags, ask);
      expect([flags, code, stdout.includes("pending")]).toEqual([flags, 0, true]);
      expect(stdout).not.toContain(hint);
    }
  });

  test("of an unknown column is refused with the known ones", async () => {
    for (const flags of ["--columns nosuch", "--json nosuch"]) {
      const { code, stderr } = await runQuery(`space get ${id} ${flags}`);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/nosuch.*title/s)]);
    }
  });
});

test("--web is refused for a resource without a page", async () => {
  const { code, stdout, stderr } = await runQuery(`space get ${id} --web`);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("The resource has no page for a browser.");
});

test.each(["--sort language", "--columns language", "--filter language!=de", "--json language"])(
  "a list accepts fields that no item has: %s",
  async (flags) => {
    const { code, stdout, stderr } = await runQuery(`space list ${flags}`);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("error")]);
    expect(stdout).not.toBe("");
    const unknown = await runQuery(`space list ${flags.replace("language", "nosuch")}`);
    expect(unknown.code).toBe(2);
  },
);

describe("a list in a response", () => {
  test.each<[string, readonly string[]]>([
    [`space integrations ${id}`, ["slack", "jira"]],
    [`site integration-scripts ${siteId}`, ["https://a.example/a.js", "https://b.example/b.js"]],
  ])("of %s has its items in their order, up to the limit", async (line, items) => {
    const rows = async (flags: string) => {
      const { code, stdout } = await runQuery(line + flags);
      return [
        code,
        stdout
          .trim()
          .split("\n")
          .map((row) => items.find((item) => row.includes(item))),
      ];
    };
    expect(await rows("")).toEqual([0, items]);
    expect(await rows(" --limit 1")).toEqual([0, items.slice(0, 1)]);
    expect(await rows(" --limit 1 --fail-truncated")).toEqual([9, items.slice(0, 1)]);
  });
});

describe("a list with findings", () => {
  const line = `space links ${id}`;

  test("ends with exit code 10 on request", async () => {
    expect((await runQuery(line)).code).toBe(0);
    const { code, stderr } = await runQuery(`${line} --fail`);
    expect([code, stderr]).toEqual([10, expect.stringContaining("1 link is broken.")]);
  });

  test("is shorter for an agent that chooses no fields", async () => {
    const hasUrl = async (flags: string, ask: Ask) =>
      (await runQuery(`${line} --json${flags}`, ask)).stdout.includes("https://app.example");
    expect(await hasUrl("", {})).toBe(true);
    expect(await hasUrl("", agent)).toBe(false);
    expect(await hasUrl(" locationReferences", agent)).toBe(true);
    expect(await hasUrl(" --jq .", agent)).toBe(true);
    // Other lists are the same.
    expect((await runQuery("space list --json", agent)).stdout).toContain('"Guide"');
  });
});

describe("the order of a list", () => {
  const webhooks = ["b", "a"].map((label) => ({ object: "webhook", id: label, label }));
  const contributors = ["B", "A"].map((displayName) => ({
    contributions: 1,
    user: { object: "user", id: displayName, displayName },
  }));

  test.each([
    ["org webhook list", "id", "Oldest first."],
    [
      "cr contributors 1 --space S1000000000000000000",
      "user.id",
      "Most recent contributors first.",
    ],
  ])("of tome %s is noted on a terminal, unless --sort %s is used", async (line, sort, note) => {
    const server = await serve(({ url }, response) =>
      answerJson(response, 200, { items: url.includes("webhooks") ? webhooks : contributors }),
    );
    const env = {
      TOME_BASE_URL: server.url,
      TOME_TOKEN: "token",
      TOME_ORG: "O1000000000000000000",
    };
    const notes: boolean[] = [];
    for (const flags of ["", ` --sort ${sort}`]) {
      const ran = await openTome()(`${line}${flags}`, { env, screen: true, answers: [] });
      expect(ran.code, ran.stderr).toBe(0);
      notes.push(ran.stderr.includes(note));
    }
    expect(notes).toEqual([true, false]);
  });
});

test("a list of field names ends with a note on a terminal", async () => {
  const ask = { screen: true, answers: [] } as const;
  const { error } = await runFixed({ line: "space list --json", ask });
  expect(error).toEqual([
    "To print some of these fields: --json <fields>. To print all: --format json.",
    "",
  ]);
});

test.each([
  ["--json nosuch", 2],
  ["--json title --filter nosuch=Guide", 2],
  ["--columns title --sort nosuch", 2],
  ["--sort nosuch", 2],
  ["--columns nosuch", 2],
  ["--json title --filter title=Guide --sort title", 0],
])("tome space list %s ends with %d, because the fields are known", async (flags, code) => {
  const ran = await runFixed({ line: `space list ${flags}` });
  expect(ran.code, ran.error.join()).toBe(code);
  if (code !== 0) expect(ran.error.join()).toContain("nosuch");
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CommandCase, runFixed } from "../../support/commands/fixed-server.ts";
import { type Ask, openTome } from "../../support/commands/tome.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

const cases: readonly CommandCase[] = [
  {
    line: "space update S1000000000000000000 --title X",
    code: 0,
    out: [
      "id\tS1000000000000000000",
      "title\tX",
      "emoji\t",
      "organization\t",
      "parent\t",
      "visibility\tpublic",
      "editMode\tlive",
      "defaultLevel\t",
      "language\t",
      "mergeRules.type\t",
      "changeRequests\t",
      "changeRequestsOpen\t",
      "changeRequestsDraft\t",
      "comments\t",
      "createdAt\t2026-01-02T00:00:00Z",
      "updatedAt\t2026-02-02T00:00:00Z",
      "deletedAt\t",
      "urls.app\thttps://app.example/s/1",
      "",
    ],
    error: ['Changed the space "X" (S1000000000000000000).', ""],
    sent: ['PATCH /spaces/S1000000000000000000 {"title":"X"}'],
  },
  {
    line: "space update S1000000000000000000 --title X",
    ask: { screen: true },
    code: 0,
    out: [],
    error: ['Changed the space "X" (S1000000000000000000).', ""],
    sent: ['PATCH /spaces/S1000000000000000000 {"title":"X"}'],
  },
  {
    line: "space delete S1000000000000000000 --yes",
    ask: { screen: true },
    code: 0,
    out: [],
    error: [
      "Deleted the space S1000000000000000000. It can be restored for 7 days: tome space restore Manual",
      "",
    ],
    sent: [
      "DELETE /spaces/S1000000000000000000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      "GET /orgs/O1000000000000000000/collections?limit=1000",
    ],
  },
  {
    line: "space update S1000000000000000000 --title X --verbose",
    ask: { screen: true },
    code: 0,
    out: [
      "TITLE       X",
      "ID          S1000000000000000000",
      "VISIBILITY  public",
      "EDIT MODE   live",
      "CREATED     AGO (2026-01-02T00:00:00Z)",
      "UPDATED     AGO (2026-02-02T00:00:00Z)",
      "URL         https://app.example/s/1",
      "",
    ],
    error: ['Changed the space "X" (S1000000000000000000).', ""],
    sent: ['PATCH /spaces/S1000000000000000000 {"title":"X"}'],
  },
  {
    line: "space update S1000000000000000000 --title X --dry-run",
    code: 0,
    out: [
      "{",
      '  "method": "PATCH",',
      '  "url": "http://host/v1/spaces/S1000000000000000000",',
      '  "body": {',
      '    "title": "X"',
      "  }",
      "}",
      "",
    ],
    error: [],
    sent: ["GET /spaces/S1000000000000000000"],
  },
  {
    line: "space update S1000000000000000000 --title X --dry-run",
    ask: { screen: true },
    code: 0,
    out: [
      "Change the settings of a space",
      '  title  "X"',
      "Request: PATCH http://host/v1/spaces/S1000000000000000000",
      "Nothing was sent. To print the requests as JSON: --json",
      "",
    ],
    error: [],
    sent: ["GET /spaces/S1000000000000000000"],
  },
  {
    line: "space delete S1000000000000000000 --dry-run",
    ask: { screen: true },
    code: 0,
    out: [
      "Delete a space; it can be restored for 7 days",
      "Request: DELETE http://host/v1/spaces/S1000000000000000000",
      "Nothing was sent. To print the requests as JSON: --json",
      "",
    ],
    error: [],
    sent: ["GET /spaces/S1000000000000000000"],
  },
  {
    line: "space delete S1000000000000000000 --curl",
    code: 0,
    out: [
      "curl --request DELETE http://host/v1/spaces/S1000000000000000000 \\",
      '  --header "authorization: Bearer $TOME_TOKEN"',
      "",
    ],
    error: [
      "The commands read the token from the variable TOME_TOKEN. To set it: export TOME_TOKEN=$(tome auth token)",
      "",
    ],
    sent: ["GET /spaces/S1000000000000000000"],
  },
  {
    line: "space update S1000000000000000000 --title X --curl",
    code: 0,
    out: [
      "curl --request PATCH http://host/v1/spaces/S1000000000000000000 \\",
      '  --header "authorization: Bearer $TOME_TOKEN" \\',
      "  --header 'content-type: application/json' \\",
      '  --data-raw \'{"title":"X"}\'',
      "",
    ],
    error: [
      "The commands read the token from the variable TOME_TOKEN. To set it: export TOME_TOKEN=$(tome auth token)",
      "",
    ],
    sent: ["GET /spaces/S1000000000000000000"],
  },
  {
    line: "space update S7000000000000000000 --title X",
    code: 8,
    out: ["object\tspace", "id\tS7000000000000000000", ""],
    error: [
      "error: The platform accepted the PATCH, but has not finished it.",
      "hint: tome api GET /spaces/S7000000000000000000",
      "status 202, request R1",
      "",
    ],
    sent: ['PATCH /spaces/S7000000000000000000 {"title":"X"}'],
  },
  {
    line: "space update S7000000000000000000 --title X --json",
    code: 8,
    out: ["{", '  "object": "space",', '  "id": "S7000000000000000000"', "}", ""],
    error: [
      '{"error":{"code":"pending","category":"api","message":"The platform accepted the PATCH, but has not finished it.","status":202,"hint":"tome api GET /spaces/S7000000000000000000","requestId":"R1","retryable":false}}',
      "",
    ],
    sent: ['PATCH /spaces/S7000000000000000000 {"title":"X"}'],
  },
  {
    line: "space update S7000000000000000000 --title X --verbose",
    ask: { screen: true },
    code: 8,
    out: ["object  space", "id      S7000000000000000000", ""],
    error: [
      "error: The platform accepted the PATCH, but has not finished it.",
      "hint: tome api GET /spaces/S7000000000000000000",
      "status 202, request R1",
      "",
    ],
    sent: ['PATCH /spaces/S7000000000000000000 {"title":"X"}'],
  },
  {
    line: "space create",
    ask: { screen: true },
    code: 0,
    out: ["URL  https://app.example/s/4", ""],
    error: ['Created the space "T4" (S4000000000000000000).', ""],
    sent: ["POST /orgs/O1000000000000000000/spaces {}"],
  },
  {
    line: "space create --title X --quiet",
    ask: { screen: true },
    code: 0,
    out: [],
    error: [],
    sent: [
      'POST /orgs/O1000000000000000000/spaces {"title":"X"}',
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      "GET /orgs/O1000000000000000000/collections?limit=1000",
    ],
  },
  {
    line: "space move S9000000000000000000 --parent C1000000000000000000",
    code: 5,
    out: [],
    error: [
      "error: The space was not found.",
      "hint: tome space list",
      "status 404, request R1",
      "",
    ],
    sent: ['POST /spaces/S9000000000000000000/move {"parent":"C1000000000000000000"}'],
  },
  {
    line: "space delete id:S1000000000000000000 --yes",
    ask: { screen: true },
    code: 0,
    out: [],
    error: [
      "Deleted the space S1000000000000000000. It can be restored for 7 days: tome space restore Manual",
      "",
    ],
    sent: [
      "DELETE /spaces/S1000000000000000000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      "GET /orgs/O1000000000000000000/collections?limit=1000",
    ],
  },
  {
    line: "space create --title X",
    ask: { screen: true },
    code: 0,
    out: ["URL  https://app.example/s/4", ""],
    error: ['Created the space "X" (S4000000000000000000).', ""],
    sent: [
      'POST /orgs/O1000000000000000000/spaces {"title":"X"}',
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      "GET /orgs/O1000000000000000000/collections?limit=1000",
    ],
  },
  {
    line: "space move S1000000000000000000 --before S2000000000000000000",
    ask: { screen: true },
    code: 0,
    out: [],
    error: ["Moved the space S1000000000000000000.", ""],
    sent: [
      'POST /spaces/S1000000000000000000/move {"position":{"before":{"type":"space","space":"S2000000000000000000"}}}',
    ],
  },
  {
    line: "space delete S9000000000000000000 --yes",
    code: 5,
    out: [],
    error: [
      "error: The space was not found.",
      "hint: tome space list",
      "status 404, request R1",
      "",
    ],
    sent: ["DELETE /spaces/S9000000000000000000"],
  },
  {
    line: "space delete",
    code: 2,
    out: [],
    error: ["error: tome space delete requires <space>.", "hint: tome space delete --help", ""],
    sent: [],
  },
  {
    line: "space update",
    code: 2,
    out: [],
    error: ["error: tome space update requires <space>.", "hint: tome space update --help", ""],
    sent: [],
  },
  {
    line: "space create",
    code: 0,
    out: [
      "id\tS4000000000000000000",
      "title\tT4",
      "emoji\t",
      "organization\t",
      "parent\t",
      "visibility\tin-collection",
      "editMode\tlive",
      "defaultLevel\t",
      "language\t",
      "mergeRules.type\t",
      "changeRequests\t",
      "changeRequestsOpen\t",
      "changeRequestsDraft\t",
      "comments\t",
      "createdAt\t2026-01-05T00:00:00Z",
      "updatedAt\t2026-02-05T00:00:00Z",
      "deletedAt\t",
      "urls.app\thttps://app.example/s/4",
      "",
    ],
    error: ['Created the space "T4" (S4000000000000000000).', ""],
    sent: ["POST /orgs/O1000000000000000000/spaces {}"],
  },
  {
    line: "api POST /spaces/S1000000000000000000 -f a=b",
    code: 0,
    out: [
      "{",
      '  "object": "space",',
      '  "id": "S1000000000000000000",',
      '  "title": "Manual",',
      '  "visibility": "public",',
      '  "editMode": "live",',
      '  "createdAt": "2026-01-02T00:00:00Z",',
      '  "updatedAt": "2026-02-02T00:00:00Z",',
      '  "urls": {',
      '    "app": "https://app.example/s/1"',
      "  }",
      "}",
      "",
    ],
    error: [],
    sent: ['POST /spaces/S1000000000000000000 {"a":"b"}'],
  },
  {
    line: "api DELETE /spaces/S1000000000000000000",
    code: 2,
    out: [],
    error: [
      "error: tome api DELETE requires --yes when not running interactively.",
      "hint: tome api DELETE /spaces/S1000000000000000000 --yes",
      "",
    ],
    sent: [],
  },
  {
    line: "space delete --no-input --yes",
    code: 2,
    out: [],
    error: ["error: tome space delete requires <space>.", "hint: tome space delete --help", ""],
    sent: [],
  },
  {
    line: "space move S1000000000000000000",
    code: 2,
    out: [],
    error: [
      "error: tome space move needs a destination. Specify at least one of --parent, --before, --after.",
      "hint: tome space move --help",
      "",
    ],
    sent: [],
  },
  {
    line: "space update S1000000000000000000 --title X",
    ask: { answers: [] },
    code: 0,
    out: [
      "id\tS1000000000000000000",
      "title\tX",
      "emoji\t",
      "organization\t",
      "parent\t",
      "visibility\tpublic",
      "editMode\tlive",
      "defaultLevel\t",
      "language\t",
      "mergeRules.type\t",
      "changeRequests\t",
      "changeRequestsOpen\t",
      "changeRequestsDraft\t",
      "comments\t",
      "createdAt\t2026-01-02T00:00:00Z",
      "updatedAt\t2026-02-02T00:00:00Z",
      "deletedAt\t",
      "urls.app\thttps://app.example/s/1",
      "",
    ],
    error: ['Changed the space "X" (S1000000000000000000).', ""],
    sent: ['PATCH /spaces/S1000000000000000000 {"title":"X"}'],
  },
];

test.each(cases)("tome $line ends with $code", async (one) => {
  expect({ line: one.line, ...(one.ask && { ask: one.ask }), ...(await runFixed(one)) }).toEqual(
    one,
  );
});

describe("the suggested command after translation create", () => {
  const translation = {
    ...{ object: "translation", id: "T1000000000000000000", language: "fr" },
    source: { space: "S1000000000000000000", language: "en" },
    result: { space: "S2000000000000000000" },
  };

  test.each<[string, number, boolean, string]>([
    ["on a terminal", 200, true, "'Guide -> fr'"],
    ["on a terminal without access to the space", 404, true, translation.id],
    ["in a pipe", 200, false, translation.id],
  ])("%s names the translation", async (_, status, screen, name) => {
    const server = await serve(({ method }, response) =>
      method === "POST"
        ? answerJson(response, 201, translation)
        : answerJson(response, status, { id: "S1000000000000000000", title: "Guide" }),
    );
    const env = {
      TOME_BASE_URL: server.url,
      TOME_TOKEN: "token",
      TOME_ORG: "O1000000000000000000",
    };
    const line =
      "translation create --source-space S1000000000000000000 --source-language en --language fr";
    const { code, stderr } = await openTome()(line, { env, ...(screen && { screen }) });
    expect([code, stderr]).toEqual([0, expect.stringContaining("Created the translation")]);
    expect(stderr).toContain(`tome translation run ${name} --wait`);
  });
});

test.each([
  [
    "space update S8000000000000000000 --title X",
    "To see the required role: tome access explain -- space update",
    4,
  ],
  ["space update S9000000000000000000 --title X", "tome space list", 5],
  [
    "space delete S8000000000000000000 --yes",
    "To see the required role: tome access explain -- space delete",
    4,
  ],
])("the error of tome %s has the hint %s on a terminal and in a pipe", async (line, hint, code) => {
  for (const ask of [{ screen: true } as const, {}]) {
    const ran = await runFixed({ line, ask });
    expect(ran.code).toBe(code);
    expect(ran.error.join("\n")).toContain(`hint: ${hint}`);
    expect(ran.error.join("\n")).toContain(`status ${code === 4 ? 403 : 404}`);
  }
});

test("a command that affects the current user requires --yes in a pipe", async () => {
  const line = "member update U1000000000000000000 --role guest";
  const ran = await runFixed({ line });
  expect([ran.code, ran.error.join("\n")]).toEqual([2, expect.stringContaining("requires --yes")]);
  expect(ran.sent.filter((request) => !request.startsWith("GET "))).toEqual([]);
});

describe("a dry run of several requests", () => {
  const [org, user] = ["O1000000000000000000", "U1000000000000000000"];
  const admins = [{ user: { displayName: "Ada" }, role: "admin" }];

  async function dryRun(flags: string, role: string, ask: Ask = {}) {
    const server = await serve(({ url }, response) => {
      const { pathname, searchParams } = new URL(url, "http://host");
      const bodies: Readonly<Record<string, object>> = {
        "/v1/user": { object: "user", id: user },
        [`/v1/orgs/${org}/members/${user}`]: { object: "member", id: user, role },
        [`/v1/orgs/${org}/members`]: { items: searchParams.has("role") ? admins : [] },
      };
      return answerJson(response, bodies[pathname] ? 200 : 404, bodies[pathname] ?? {});
    });
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "regular.woff2"), "font");
    const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "token", TOME_ORG: org, NO_COLOR: "1" };
    const line = `org font create Inter --face 400=regular.woff2 ${flags}`;
    const ran = await openTome()(line, { cwd, env, ...ask });
    return { ...ran, writes: server.seen.filter(({ method }) => method !== "GET") };
  }

  test("prints all of them, notes missing roles once, and sends none", async () => {
    for (const [role, notes] of [
      ["read", 1],
      ["admin", 0],
    ] as const) {
      const { code, stdout, stderr, writes } = await dryRun("--dry-run", role);
      const described: { method: string }[] = JSON.parse(stdout);
      expect([code, described.map(({ method }) => method), writes]).toEqual([
        ...[0, ["POST", "PUT"], []],
      ]);
      const said = stderr.match(
        /requires admin in the organization\. Your role is read\. It can be done by Ada\./g,
      );
      expect([role, said?.length ?? 0]).toEqual([role, notes]);
    }
  });

  test.each(["--dry-run", "--curl"])(
    "with %s ends with an error that occurs before",
    async (flag) => {
      const { code, stdout, stderr } = await dryRun(`${flag} --face 700=gone.woff2`, "admin");
      expect([code, stdout, stderr]).toEqual([
        2,
        "",
        expect.stringMatching(/^error: .*gone\.woff2/),
      ]);
    },
  );

  test("prints a curl command for each", async () => {
    const { code, stdout, writes } = await dryRun("--curl", "admin");
    expect([code, stdout.match(/^curl --request (POST|PUT) /gm)?.length, writes]).toEqual([
      0,
      2,
      [],
    ]);
  });
});

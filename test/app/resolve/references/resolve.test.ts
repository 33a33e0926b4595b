import { expect, test } from "vitest";
import { toTitledCandidate } from "../../../../src/app/resolve/references/candidate.ts";
import { resolve } from "../../../../src/app/resolve/references/resolve.ts";
import { AmbiguousNameError, ApiError, NameNotFoundError } from "../../../../src/errors.ts";
import { type CommandCase, runFixed } from "../../../support/commands/fixed-server.ts";
import { openScriptedClient } from "../../../support/network/scripted-client.ts";

const cases: readonly CommandCase[] = [
  {
    line: "space update Guide --title X --dry-run",
    ask: { screen: true },
    code: 0,
    out: [
      "Change the settings of a space",
      '  space  "Guide"',
      '  title  "X"',
      "Request: PATCH http://host/v1/spaces/S0000000000000000000",
      "Nothing was sent. To print the requests as JSON: --json",
      "",
    ],
    error: [],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      "GET /spaces/S0000000000000000000",
    ],
  },
  {
    line: "space delete Guide",
    ask: { screen: true },
    code: 2,
    out: [],
    error: [
      "error: tome space delete requires --yes when not running interactively.",
      "hint: tome space delete Guide --yes",
      "",
    ],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space delete Guide --yes",
    ask: { screen: true },
    code: 0,
    out: [],
    error: [
      'Deleted the space "Guide" (S0000000000000000000). It can be restored for 7 days: tome space restore Guide',
      "",
    ],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      "DELETE /spaces/S0000000000000000000",
    ],
  },
  {
    line: "space get guide",
    code: 0,
    out: [
      "id\tS0000000000000000000",
      "title\tGuide",
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
      "createdAt\t2026-01-01T00:00:00Z",
      "updatedAt\t2026-02-01T00:00:00Z",
      "deletedAt\t",
      "urls.app\thttps://app.example/s/0",
      "",
    ],
    error: ['Resolved <space> "guide" to "Guide" (S0000000000000000000).', ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      "GET /spaces/S0000000000000000000",
    ],
  },
  {
    line: "space delete guide",
    code: 2,
    out: [],
    error: [
      'error: "guide" differs in case from "Guide" (S0000000000000000000). Without a terminal for confirmation, this command accepts only the exact name or the id.',
      "",
    ],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space update guide --title X --dry-run",
    code: 0,
    out: [
      "{",
      '  "method": "PATCH",',
      '  "url": "http://host/v1/spaces/S0000000000000000000",',
      '  "body": {',
      '    "title": "X"',
      "  }",
      "}",
      "",
    ],
    error: [],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      "GET /spaces/S0000000000000000000",
    ],
  },
  {
    line: "space update Manual --title X",
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
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      'PATCH /spaces/S1000000000000000000 {"title":"X"}',
    ],
  },
  {
    line: "space move Manual --parent C1000000000000000000",
    code: 0,
    out: ["id\tS1000000000000000000", "done\ttrue", ""],
    error: ['Moved the space "Manual" (S1000000000000000000).', ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      'POST /spaces/S1000000000000000000/move {"parent":"C1000000000000000000"}',
    ],
  },
  {
    line: "space update nosuch --title X --json",
    code: 5,
    out: [],
    error: [
      '{"error":{"code":"not_found","category":"usage","message":"No space matches \\"nosuch\\".","status":null,"hint":"tome space list","requestId":null,"retryable":false}}',
      "",
    ],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      "GET /spaces/nosuch",
      "GET /orgs/O1000000000000000000/collections?limit=1000",
    ],
  },
  {
    line: "space update Gui --title X --json",
    code: 5,
    out: [],
    error: [
      '{"error":{"code":"not_found","category":"usage","message":"No space matches \\"Gui\\". Similar names:","details":["Guide (S0000000000000000000)"],"status":null,"hint":null,"requestId":null,"retryable":false}}',
      "",
    ],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      "GET /spaces/Gui",
      "GET /orgs/O1000000000000000000/collections?limit=1000",
    ],
  },
  {
    line: "space create --title X --parent nosuch",
    ask: { screen: true },
    code: 5,
    out: [],
    error: ['error: No collection matches --parent "nosuch".', "hint: tome collection list", ""],
    sent: ["GET /orgs/O1000000000000000000/collections?limit=1000", "GET /collections/nosuch"],
  },
  {
    line: "org get O9",
    code: 5,
    out: [],
    error: ['error: No organization matches "O9".', "hint: tome org list", ""],
    sent: ["GET /orgs?limit=1000", "GET /orgs/O9"],
  },
  {
    line: "space move S1000000000000000000 --parent Guides",
    ask: { answers: [] },
    code: 5,
    out: [],
    error: ['error: No collection matches --parent "Guides".', "hint: tome collection list", ""],
    sent: ["GET /orgs/O1000000000000000000/collections?limit=1000", "GET /collections/Guides"],
  },
  {
    line: "space delete Guide --yes",
    code: 0,
    out: ["id\tS0000000000000000000", "deleted\ttrue", ""],
    error: [
      'Deleted the space "Guide" (S0000000000000000000). It can be restored for 7 days: tome space restore Guide',
      "",
    ],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      "DELETE /spaces/S0000000000000000000",
    ],
  },
  {
    line: "space get nosuch",
    ask: { answers: [] },
    code: 5,
    out: [],
    error: ['error: No space matches "nosuch".', "hint: tome space list", ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      "GET /spaces/nosuch",
      "GET /orgs/O1000000000000000000/collections?limit=1000",
    ],
  },
  {
    line: "space update Guide nosuch --title X",
    code: 2,
    out: [],
    error: [
      "error: 1 of 2 items are invalid. Nothing was sent.",
      '  nosuch: No space matches "nosuch".',
      "hint: tome space update --help",
      "",
    ],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      "GET /spaces/nosuch",
      "GET /orgs/O1000000000000000000/collections?limit=1000",
    ],
  },
  {
    line: "space delete Guide Guide --yes",
    code: 2,
    out: [],
    error: [
      "error: 1 of 2 items are invalid. Nothing was sent.",
      "  Guide: It duplicates Guide.",
      "hint: tome space delete --help",
      "",
    ],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space delete Guide --yes --json",
    code: 0,
    out: ["{", '  "id": "S0000000000000000000",', '  "deleted": true', "}", ""],
    error: [
      'Deleted the space "Guide" (S0000000000000000000). It can be restored for 7 days: tome space restore Guide',
      "",
    ],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      "DELETE /spaces/S0000000000000000000",
    ],
  },
  {
    line: "space update Guide Manual --title X --dry-run",
    code: 0,
    out: [
      "[",
      "  {",
      '    "method": "PATCH",',
      '    "url": "http://host/v1/spaces/S0000000000000000000",',
      '    "body": {',
      '      "title": "X"',
      "    }",
      "  },",
      "  {",
      '    "method": "PATCH",',
      '    "url": "http://host/v1/spaces/S1000000000000000000",',
      '    "body": {',
      '      "title": "X"',
      "    }",
      "  }",
      "]",
      "",
    ],
    error: [],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      "GET /spaces/S0000000000000000000",
      "GET /spaces/S1000000000000000000",
    ],
  },
  {
    line: "space update Guide Manual --title X --curl",
    code: 0,
    out: [
      "curl --request PATCH http://host/v1/spaces/S0000000000000000000 \\",
      '  --header "authorization: Bearer $TOME_TOKEN" \\',
      "  --header 'content-type: application/json' \\",
      '  --data-raw \'{"title":"X"}\'',
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
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      "GET /spaces/S0000000000000000000",
      "GET /spaces/S1000000000000000000",
    ],
  },
];

test.each(cases)("tome $line ends with $code", async (one) => {
  expect({ line: one.line, ...(one.ask && { ask: one.ask }), ...(await runFixed(one)) }).toEqual(
    one,
  );
});

test.each([
  [400, NameNotFoundError],
  [403, NameNotFoundError],
  [404, NameNotFoundError],
  [409, ApiError],
  [500, ApiError],
])(
  "a word that is no name is unknown if the platform refuses it as an id with %d",
  async (status, kind) => {
    const { client } = openScriptedClient(() => status);
    const catalogue = { things: async () => [] };
    const asked = { of: ["space"], word: "handbook", label: "--space", within: {} } as const;
    await expect(resolve(asked, catalogue, async () => client)).rejects.toBeInstanceOf(kind);
  },
);

test.each([
  [
    ["2026-01-01T09:30:00Z", "2026-01-01T10:00:00Z"],
    ["2026-01-01 09:30:00", "2026-01-01 10:00:00"],
  ],
  [
    ["2026-01-01T09:30:00Z", "2026-01-02T09:30:00Z"],
    ["2026-01-01", "2026-01-02"],
  ],
])(
  "resources with the same name that changed at %j are distinguished by %j",
  async (updated, shown) => {
    const all = updated.map((updatedAt, at) =>
      toTitledCandidate("team", { id: `G${at}`, title: "Writers", updatedAt }),
    );
    const catalogue = { things: async () => all };
    const { client } = openScriptedClient();
    const asked = { of: ["team"], word: "Writers", label: "--team", within: {} } as const;
    const error = await resolve(asked, catalogue, async () => client).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(AmbiguousNameError);
    expect(error.message).toBe('--team "Writers" matches 2 teams. Use one of these ids:');
    const [header = "", ...rows] = error.details;
    expect(header.trim().split(/ {2,}/)).toEqual(["UPDATED", "ID"]);
    expect(rows.map((row: string) => row.trim().split(/ {2,}/))).toEqual(
      shown.map((time, at) => [time, `G${at}`]),
    );
  },
);

test("of many resources with the same name, twenty are listed and the others counted", async () => {
  const all = Array.from({ length: 23 }, (_, at) =>
    toTitledCandidate("team", { id: `G${at}`, title: "Writers" }),
  );
  const catalogue = { things: async () => all };
  const { client } = openScriptedClient();
  const asked = { of: ["team"], word: "Writers", label: "--team", within: {} } as const;
  const error = await resolve(asked, catalogue, async () => client).catch((thrown) => thrown);
  expect(error.details.length).toBe(1 + 20 + 1);
  expect(error.details.at(-1)).toBe("and 3 more");
  expect(error.choices).toHaveLength(23);
});

test.each([1, 3, 4, 6])("of %i similar names, at most three are listed", async (count) => {
  const all = Array.from({ length: count }, (_, at) =>
    toTitledCandidate("team", { id: `G${at}`, title: `Writer${at}` }),
  );
  const catalogue = { things: async () => all };
  const { client } = openScriptedClient(() => 404);
  const asked = { of: ["team"], word: "Writers", label: "--team", within: {} } as const;
  const error = await resolve(asked, catalogue, async () => client).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(NameNotFoundError);
  expect(error.details).toEqual([0, 1, 2].slice(0, count).map((at) => `Writer${at} (G${at})`));
});

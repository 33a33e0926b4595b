/** Resources that are found by their former titles in the audit log. */
import { describe, expect, test } from "vitest";
import { findAudited } from "../../../../src/app/resolve/references/audited-names.ts";
import {
  openScriptedClient,
  type ScriptedRequest,
} from "../../../support/network/scripted-client.ts";

type Event = readonly [id: string, label: string, type?: string];

/** @param size the number of events on a page */
function find(word: string, events: readonly Event[], { size = 2, of = ["space"] as const } = {}) {
  const { client, sent } = openScriptedClient(({ line }: ScriptedRequest) => {
    const start = Number(new URL(line.replace("GET ", "http://x")).searchParams.get("page") ?? 0);
    const items = events.slice(start, start + size).map(([id, label, type = "space"]) => ({
      target: { id, label, type },
    }));
    const end = start + size;
    return { items, ...(end < events.length && { next: { page: String(end) } }) };
  });
  const asked = { of, word, label: "--target", within: { organizationId: "O1" } };
  return { found: findAudited(asked, client), sent };
}

test.each<readonly [string, readonly Event[], object | undefined]>([
  ["Guide", [], undefined],
  ["Guide", [["S1", "Other"]], undefined],
  ["Guide", [["S1", "Guide"]], { noun: "space", id: "S1", title: "Guide" }],
  ["=Guide", [["S1", "Guide"]], { noun: "space", id: "S1", title: "Guide" }],
  ["guide", [["S1", "Guide"]], { noun: "space", id: "S1", title: "guide" }],
  // Several events of one resource.
  [
    "Guide",
    [
      ["S1", "Guide"],
      ["S1", "Old"],
      ["S1", "Guide"],
    ],
    { noun: "space", id: "S1", title: "Guide" },
  ],
  // The same case has precedence, wherever it is.
  [
    "Guide",
    [
      ["S1", "GUIDE"],
      ["S2", "guide"],
      ["S3", "Guide"],
    ],
    { noun: "space", id: "S3", title: "Guide" },
  ],
  [
    "Guide",
    [
      ["", "Guide"],
      ["S2", "Guide"],
    ],
    { noun: "space", id: "S2", title: "Guide" },
  ],
])("%s in the events %j is %j", async (word, events, expected) => {
  for (const size of [1, 2, 100])
    expect(await find(word, events, { size }).found).toEqual(expected);
});

describe("several resources with the label are an error with their ids", () => {
  test.each<readonly [string, readonly Event[], readonly string[]]>([
    [
      "Guide",
      [
        ["S1", "Guide"],
        ["C1", "Guide", "collection"],
      ],
      ["S1 (space)", "C1 (collection)"],
    ],
    [
      "guide",
      [
        ["S1", "Guide"],
        ["S2", "GUIDE"],
      ],
      ["S1 (space)", "S2 (space)"],
    ],
    [
      "Guide",
      [
        ["S1", "Guide"],
        ["S2", "guide"],
        ["S3", "Guide"],
      ],
      ["S1 (space)", "S3 (space)"],
    ],
  ])("%s in %j", async (word, events, details) => {
    await expect(find(word, events).found).rejects.toMatchObject({
      message: `--target ${JSON.stringify(word)} is the label of ${details.length} resources in the audit log. Use one of these ids:`,
      details,
    });
  });
});

test("without an organization, nothing is searched", async () => {
  const { client, sent } = openScriptedClient();
  const asked = { of: ["space"] as const, word: "Guide", label: "--target", within: {} };
  expect([await findAudited(asked, client), sent]).toEqual([undefined, []]);
});

test("the newest five thousand events are searched", async () => {
  const events = Array.from({ length: 7000 }, (_, at): Event => [`S${at}`, `Space ${at}`]);
  const last = find("Space 4999", events, { size: 1000 });
  expect(await last.found).toMatchObject({ id: "S4999" });
  const older = find("Space 5000", events, { size: 1000 });
  expect(await older.found).toBeUndefined();
  expect([last.sent.length, older.sent.length]).toEqual([5, 5]);
});

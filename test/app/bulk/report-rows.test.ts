import { expect, test } from "vitest";
import type { BulkItem } from "../../../src/app/bulk/items.ts";
import type { JournalEntry } from "../../../src/app/bulk/journal-text.ts";
import {
  createRowColumns,
  createRowStream,
  toPendingRow,
  toRow,
  toSkippedRow,
  toTitle,
  toUnknownRow,
} from "../../../src/app/bulk/report-rows.ts";
import type { FinalOutcome } from "../../../src/app/bulk/workers.ts";
import { buildReport } from "../../../src/app/output/report.ts";
import * as contract from "../../../src/contract/space.ts";
import { ApiError } from "../../../src/errors.ts";
import type { JsonObject } from "../../../src/json/values.ts";
import { createPartial } from "../../support/commands/partial.ts";

const rows: readonly JsonObject[] = [
  { number: 3, status: "failed", id: "C3" },
  { number: 1, status: "done", id: "C1" },
  { number: 4, status: "unknown", id: "C4" },
  { number: 2, status: "skipped", id: "C2" },
  { number: 6, status: "done" },
  { number: 5, status: "pending", id: "C5", hint: "tome api GET /x" },
];

async function readAll(format: "id" | "table" | "ndjson"): Promise<JsonObject[]> {
  const context = { choice: { format } } as Parameters<typeof createRowStream>[0];
  const stream = createRowStream(context, async (hint, number) => `${hint} (${number})`);
  for (const row of rows) stream.push(row);
  stream.end();
  const read: JsonObject[] = [];
  for await (const page of stream.pages) for (const row of page) read.push(row as JsonObject);
  return read;
}

test("--format id prints the ids of items that are done now or were done by an earlier run", async () => {
  expect((await readAll("id")).map(({ id }) => id)).toEqual(["C1", "C2"]);
});

test.each(["table", "ndjson"] as const)(
  "the format %s has all items in their order, and complete hints",
  async (format) => {
    const read = await readAll(format);
    expect(read.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(read[4]?.hint).toBe("tome api GET /x (5)");
  },
);

interface ItemParts {
  readonly at?: string;
  readonly target?: string;
  readonly location?: BulkItem["location"];
  readonly input?: JsonObject;
  readonly named?: readonly { readonly id: string; readonly title: string }[];
}

function createItem({ at = "Guide", target, location, input = {}, named = [] }: ItemParts = {}) {
  const assembled = { endpoint: contract.update, input: { spaceId: "S1", ...input }, named };
  return createPartial<BulkItem>({ number: 7, at, target, location, assembled });
}

const done = (record: JsonObject): FinalOutcome => ({ is: "done", record, findings: [] });
function fail(error: ApiError, is: "failed" | "unknown" | "pending" = "failed"): FinalOutcome {
  return { is, error, report: buildReport(error) };
}
const journalEntry = (more: Partial<JournalEntry> = {}): JournalEntry => ({
  ...{ item: 7, key: "k", is: "done" },
  ...more,
});
const start = { number: 7, item: "Guide" };

test.each<[name: string, row: JsonObject, expected: JsonObject]>([
  [
    "that is done",
    toRow(createItem({ target: "S1" }), done({ id: "N1" })),
    { ...start, status: "done", target: "S1", id: "N1", record: { id: "N1" } },
  ],
  [
    "without an id in the response",
    toRow(createItem({ target: "S1" }), done({})),
    { ...start, status: "done", target: "S1", id: "S1", record: {} },
  ],
  [
    "that creates something without an id",
    toRow(createItem(), done({})),
    { ...start, status: "done", record: {} },
  ],
  [
    "that failed",
    toRow(
      createItem({ target: "S1" }),
      fail(new ApiError(404, "No.", { hint: "tome space list", requestId: "R1" })),
    ),
    {
      ...start,
      status: "failed",
      target: "S1",
      id: "S1",
      code: "not_found",
      error: "No.",
      hint: "tome space list",
      requestId: "R1",
    },
  ],
  [
    "of unknown outcome",
    toRow(createItem(), fail(new ApiError(500, "No."), "unknown")),
    { ...start, status: "unknown", code: "unavailable", error: "No." },
  ],
  [
    "of an earlier run",
    toSkippedRow(createItem({ target: "S1" }), journalEntry({ id: "N1" })),
    { ...start, status: "skipped", target: "S1", id: "N1" },
  ],
  [
    "of an earlier run without an id",
    toSkippedRow(createItem({ target: "S1" }), journalEntry()),
    { ...start, status: "skipped", target: "S1", id: "S1" },
  ],
  [
    "of an earlier run that created something",
    toSkippedRow(createItem(), journalEntry({ id: "N1" })),
    { ...start, status: "skipped", id: "N1" },
  ],
])("the row of an item %s", (_, row, expected) => {
  expect(row).toEqual(expected);
});

test.each([
  ["pending", toPendingRow, "pending", /still pending/],
  ["unknown", toUnknownRow, "partial", /--retry-unknown/],
] as const)(
  "the row of a %s item of an earlier run shows how to check it",
  (status, toCheck, code, error) => {
    const item = createItem({ target: "S1" });
    expect(toCheck(item, journalEntry({ requestId: "R1" }))).toEqual({
      ...start,
      ...{ status, code, target: "S1", id: "S1", requestId: "R1" },
      error: expect.stringMatching(error),
      hint: "tome api GET /spaces/S1",
    });
    expect(toCheck(item, journalEntry())).not.toHaveProperty("requestId");
    const assembled = { ...item.assembled, endpoint: undefined };
    expect(toCheck({ ...item, assembled }, journalEntry())).not.toHaveProperty("hint");
  },
);

const location = { file: "rows.csv", line: 3 };
test.each<[parts: ItemParts, outcome: FinalOutcome, title: string]>([
  [{ target: "S1" }, done({ title: "New", subject: "Other" }), "New"],
  [{ target: "S1" }, done({ subject: "Typos" }), "Typos"],
  [{ target: "S1", named: [{ id: "S1", title: "Old" }] }, done({ title: "" }), "Old"],
  [
    { target: "S1", named: [{ id: "S9", title: "Old" }], input: { title: "Sent" } },
    done({}),
    "Sent",
  ],
  [
    { target: "S1", input: { slug: "pets", title: "Sent" } },
    fail(new ApiError(404, "No.")),
    "Sent",
  ],
  [{ input: { emails: ["ada@example.com"] } }, done({}), "ada@example.com"],
  [{ input: { emails: ["ada@example.com", "grace@example.com"] } }, done({}), "Guide"],
  [{ input: { count: 3 } }, done({}), "Guide"],
  [{ at: "rows.csv:3", location, input: { title: "Sent" } }, done({}), "Sent"],
  [
    { at: "rows.csv:3", location, input: { title: "Sent" } },
    fail(new ApiError(404, "No.")),
    "Sent (rows.csv:3)",
  ],
  [{ at: "rows.csv:3", location }, fail(new ApiError(404, "No.")), "rows.csv:3"],
])("an item is titled by its response, name or request: %#", (parts, outcome, title) => {
  expect(toTitle(createItem(parts), outcome)).toBe(title);
});

test("a table for a person has no hints, which would shorten the errors", () => {
  const headers = (isForPerson: boolean) =>
    createRowColumns(new Map(), isForPerson).map(({ header }) => header);
  expect(headers(true)).toEqual(["ITEM", "STATUS", "ID", "ERROR"]);
  expect(headers(false)).toEqual(["ITEM", "STATUS", "ID", "ERROR", "HINT"]);
});

import { expect, test } from "vitest";
import { createRowStream } from "../../../src/app/bulk/report-rows.ts";
import type { JsonObject } from "../../../src/json/values.ts";

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

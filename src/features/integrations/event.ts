/** Event of an integration with its delivery log. */

import type { Context, JsonObject, JsonValue, PrintedColumn, Result } from "../../context.ts";
import * as contract from "../../contract/integration-event.ts";
import { asObject } from "../../json/values.ts";

interface EventInput {
  readonly integrationName: string;
  readonly eventId: string;
}

const columns: readonly PrintedColumn[] = [
  { header: "ID", path: "event.id", as: "id" },
  { header: "TYPE", path: "event.payload.type" },
  { header: "STATUS", path: "event.status", as: "state" },
  { header: "FAILURE", path: "event.failure", wide: true },
  { header: "INSTALLATION", path: "event.installationId" },
  { header: "CREATED", path: "event.createdAt", as: "time" },
  { header: "PAYLOAD", path: "event.payload", wide: true },
  { header: "DURATION", path: "duration" },
  { header: "LOG", path: "log", wide: true },
];

export async function showEvent(context: Context, input: EventInput): Promise<Result> {
  const { value } = await (await context.client()).call(contract.get, input);
  const record = asObject(value);
  return { record: isForReaders(context) ? { ...record, ...inWords(record) } : record, columns };
}

/** JSON output is the object of the API, unchanged. */
function isForReaders({ choice }: Context): boolean {
  const { fields, format = "table", jq } = choice;
  return fields === undefined && jq === undefined && (format === "table" || format === "tsv");
}

function inWords(record: JsonObject): JsonObject {
  const logs = asObject(record.trace).logs;
  const lines = Array.isArray(logs) ? logs.map(asObject) : [];
  if (lines.length === 0) return {};
  const times = lines.map(({ timestamp }) => Date.parse(String(timestamp)));
  const last = times.reduce((most, time) => Math.max(most, time));
  const took = last - times.reduce((least, time) => Math.min(least, time));
  return {
    ...(Number.isFinite(took) && { duration: `${took} ms` }),
    log: lines
      .map(({ timestamp, level, message }) =>
        // A message with several lines remains one entry.
        [timestamp, level, message].map((part) => toOneLine(part)).join("  "),
      )
      .join("\n"),
  };
}

function toOneLine(value: JsonValue | undefined): string {
  return typeof value === "string" ? value.replace(/\s+/g, " ") : "";
}

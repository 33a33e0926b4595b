/** Spans of database queries. */
import type { CompiledQuery, QueryResult } from "kysely";
import { findActiveSpan, runSpan, type TraceSpan } from "../engines/tracing/spans.ts";

type DatabaseSystem = "postgresql" | "sqlite";

/**
 * Sends a query, in a separate span if it belongs to a traced request or job.
 * @param system as in the conventions of OpenTelemetry
 */
export function traceQuery<R>(
  system: DatabaseSystem,
  query: CompiledQuery,
  send: () => Promise<QueryResult<R>>,
): Promise<QueryResult<R>> {
  const parent = findActiveSpan();
  return parent === undefined ? send() : sendInSpan(parent, system, query.sql, send);
}

function sendInSpan<R>(
  parent: TraceSpan,
  system: DatabaseSystem,
  sql: string,
  send: () => Promise<QueryResult<R>>,
) {
  const { operation, table } = summarize(sql);
  const name = table === undefined ? operation : `${operation} ${table}`;
  const span = parent.startChild({
    name,
    kind: "client",
    attributes: {
      "db.system.name": system,
      "db.operation.name": operation,
      ...(table !== undefined && { "db.collection.name": table }),
      "db.query.summary": name,
    },
  });
  return runSpan(span, send);
}

/** The first word of a statement and its first table, and nothing else, which may contain values. */
function summarize(sql: string): { readonly operation: string; readonly table?: string } {
  const words = sql.slice(0, longestHead).toLowerCase().replaceAll('"', "").split(/\s/);
  const [first = ""] = words;
  const operation = isWord(first) ? first.toUpperCase() : "QUERY";
  const index = words.findIndex((word) => tableWords.has(word));
  const table = index === -1 ? "" : (words[index + 1] ?? "");
  return isWord(table) ? { operation, table } : { operation };
}

function isWord(text: string): boolean {
  return /^[a-z_]+$/.test(text);
}

/** The words before a table. */
const tableWords = new Set(["from", "into", "update"]);
/** Long lists of columns come before the table. */
const longestHead = 5000;

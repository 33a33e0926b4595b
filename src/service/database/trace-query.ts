/** Spans of database queries. */
import type { CompiledQuery, QueryResult } from "kysely";
import { findActiveSpan, runSpan, type Span } from "../engines/tracing/spans.ts";

type DatabaseSystem = "postgresql" | "sqlite";
type SendQuery<R> = () => Promise<QueryResult<R>>;

/**
 * Sends a query, in a span of its own if it belongs to a traced request or job.
 * @param system as in the conventions of OpenTelemetry
 */
export function traceQuery<R>(
  system: DatabaseSystem,
  query: CompiledQuery,
  send: SendQuery<R>,
): Promise<QueryResult<R>> {
  const parent = findActiveSpan();
  return parent === undefined ? send() : sendInSpan(parent, system, query.sql, send);
}

function sendInSpan<R>(parent: Span, system: DatabaseSystem, sql: string, send: SendQuery<R>) {
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

/** The first word of a statement and its first table. The text may contain values. */
function summarize(sql: string): { readonly operation: string; readonly table?: string } {
  const operation = /^\W*([a-z]+)/i.exec(sql.slice(0, 100))?.[1]?.toUpperCase() ?? "QUERY";
  const table = /\b(?:from|into|update)\s+"?([a-z_]+)/i.exec(sql.slice(0, longestHead))?.[1];
  return table === undefined ? { operation } : { operation, table };
}

/** Long lists of columns come before the table. */
const longestHead = 5000;

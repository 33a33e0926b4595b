import { AsyncLocalStorage } from "node:async_hooks";
import { CompiledQuery } from "kysely";
import { expect, it } from "vitest";
import { traceQuery } from "../../../src/service/database/trace-query.ts";
import { type TraceSpan, useSpanStorage } from "../../../src/service/engines/tracing/spans.ts";

const storage = new AsyncLocalStorage<TraceSpan>();

/** The descriptions of the spans of a query. */
async function trace(text: string, isActive = true): Promise<unknown[]> {
  useSpanStorage(storage);
  const events: unknown[] = [];
  const span: TraceSpan = {
    traceparent: undefined,
    startChild(description) {
      events.push(description);
      return span;
    },
    setAttributes: () => undefined,
    fail: () => undefined,
    end: () => void events.push("ended"),
    run: (work) => storage.run(span, work),
  };
  const send = () =>
    traceQuery("sqlite", CompiledQuery.raw(text), async () => ({ rows: [text.length] }));
  expect(await (isActive ? span.run(send) : send())).toEqual({ rows: [text.length] });
  return events;
}

it.each([
  ['select "id" from "users" where "email" = ?', "SELECT", "users"],
  ["insert into facts (name) values (?)", "INSERT", "facts"],
  ["UPDATE\n\"spaces\" set title = 'from secret'", "UPDATE", "spaces"],
  ["with a as (select 1) select 1", "WITH", undefined],
  ["begin", "BEGIN", undefined],
  ["(select 1)", "QUERY", undefined],
  ["select 1 from (select 2)", "SELECT", undefined],
  ["select 1 from", "SELECT", undefined],
  [`select ${"a, ".repeat(2000)} a from users`, "SELECT", undefined],
])("the query %s is summarized without values", async (text, operation, table) => {
  const name = table === undefined ? operation : `${operation} ${table}`;
  expect(await trace(text)).toEqual([
    {
      name,
      kind: "client",
      attributes: {
        "db.system.name": "sqlite",
        "db.operation.name": operation,
        ...(table !== undefined && { "db.collection.name": table }),
        "db.query.summary": name,
      },
    },
    "ended",
  ]);
});

it("a query outside of a traced request has no span", async () => {
  expect(await trace("select 1 from users", false)).toEqual([]);
});

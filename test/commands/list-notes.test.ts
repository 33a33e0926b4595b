/** What lists omit, and their order, which depend on the flags. */
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/values.ts";
import { everyVerb } from "./tree.ts";

const verbs = new Map(await everyVerb());
const active =
  "Active redirects only. Use --draft to list drafts, --automatic to list former URLs.";
const open = "Only open change requests are listed; --status draft lists drafts.";
const newest = "Newest first.";

test.each<readonly [string, JsonObject, string | undefined, string | undefined]>([
  ["site redirect list", {}, active, newest],
  ["site redirect list", { draft: true }, undefined, newest],
  ["site redirect list", { draft: false }, undefined, newest],
  ["site redirect list", { automatic: true }, undefined, undefined],
  ["site redirect list", { automatic: false }, undefined, newest],
  ["cr list", {}, open, newest],
  ["cr list", { status: ["draft"] }, undefined, newest],
  ["cr list", { scheduled: true }, undefined, newest],
  ["cr list", { scheduled: false }, open, newest],
  ["cr list", { scheduled: true, status: ["open"] }, undefined, newest],
  ["member list", {}, undefined, undefined],
  [
    "member list",
    { sort: "lastSeenAt" },
    "The platform sorted these rows by lastSeenAt.",
    undefined,
  ],
])("%s with %j says what it omits (%s) and its order (%s)", (words, input, scope, order) => {
  const verb = verbs.get(words);
  if (verb?.kind !== "query") throw new Error(`tome ${words} is not a query.`);
  expect([verb.describeScope(input), verb.order(input)]).toEqual([scope, order]);
});

test.each<readonly [JsonObject, JsonObject, string | undefined]>([
  [{ items: [{ target: "/a" }] }, { automatic: true }, undefined],
  [{ items: [{}] }, { automatic: true }, "This platform does not list automatic redirects."],
  [
    { items: [{ target: "/a" }, {}] },
    { automatic: true },
    "This platform does not list automatic redirects.",
  ],
  [{ items: [] }, { automatic: true }, undefined],
  [{ items: [{}] }, { automatic: false }, undefined],
  [{ items: [{}] }, {}, undefined],
])(
  "the redirects %j for %j are complete unless they are of another kind: %s",
  (page, input, message) => {
    const verb = verbs.get("site redirect list");
    if (verb?.kind !== "query") throw new Error("tome site redirect list is not a query.");
    expect(verb.findIncomplete(page, input)?.message).toBe(message);
  },
);

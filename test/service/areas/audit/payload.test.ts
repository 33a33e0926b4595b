import { describe, expect, test } from "vitest";
import * as conversation from "../../../../src/contract/conversation.ts";
import { endpoint } from "../../../../src/contract/endpoint.ts";
import {
  boolean,
  enumeration,
  group,
  id,
  integer,
  json,
  list,
  pointer,
  text,
} from "../../../../src/contract/fields.ts";
import type { JsonValue } from "../../../../src/json/values.ts";
import {
  computeDigest,
  computeInputDigest,
  prepareInputDigest,
  toPayloadInput,
} from "../../../../src/service/areas/audit/payload.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { useSlowClock } from "../../../support/machine/slow-clock.ts";

const loadModel = () => Promise.reject(new Error("The model is not loaded."));

/** An operation with fields of every kind. */
const everyKind = endpoint({
  summary: "Try",
  operation: "try",
  route: "POST /orgs/{organizationId}/links/{linkId}",
  input: {
    organizationId: id("org"),
    linkId: text("Link", { secret: "whole" }),
    title: text("Title"),
    description: text("Description"),
    target: id("space"),
    visibility: enumeration(["public", "private"], "Visibility"),
    count: integer("Count"),
    draft: boolean("Draft"),
    reference: pointer(["space"], "Reference"),
    password: text("Password", { secret: "whole" }),
    keys: list(text("Key", { secret: "after its name" }), "Keys"),
    name: text("Name", { redacted: "member" }),
    url: text("URL", { format: "url" }),
    source: text("Source", { redacted: "file or address" }),
    users: list(id("user"), "Users"),
    texts: list(text("Text"), "Texts"),
    rows: list(
      group({ title: text("Title"), token: text("Token", { secret: "whole" }) }, "Row"),
      "Rows",
    ),
    settings: group(
      {
        label: text("Label"),
        notes: text("Notes"),
        secret: text("Secret", { secret: "whole" }),
        level: integer("Level"),
      },
      "Settings",
    ),
    raw: json(loadModel, "Raw"),
  },
});

const long = "x".repeat(201);
const most = long.slice(1);
const ids = Array.from({ length: 21 }, (_, at) => `u${at}`);

describe("the part of a request in an event", () => {
  test.each<[string, JsonValue, JsonValue | undefined]>([
    ["title", "Handbook", "Handbook"],
    ["title", long, most],
    ["title", null, null],
    ["description", "Text", undefined],
    ["description", null, null],
    ["target", long, most],
    ["visibility", "public", "public"],
    ["visibility", long, most],
    ["count", 0, 0],
    ["draft", false, false],
    ["reference", { type: "space", space: "s1" }, { type: "space", space: "s1" }],
    ["reference", "s1", undefined],
    ["password", "hunter22", undefined],
    ["password", null, undefined],
    ["keys", ["KEY=value"], undefined],
    ["name", "secret=1", undefined],
    ["name", null, undefined],
    ["url", "https://example.com", undefined],
    ["users", ids, ids.slice(0, 20)],
    ["users", [long, null], [most]],
    ["users", "u1", undefined],
    ["texts", ["One"], []],
    ["rows", [{ title: "A", token: "t" }, { token: "t" }], [{ title: "A" }, {}]],
    [
      "settings",
      { label: "L", notes: "N", secret: "S", level: 2, unknown: 1 },
      { label: "L", level: 2 },
    ],
    ["settings", { level: null }, { level: null }],
    ["settings", "text", undefined],
    ["raw", { label: "L" }, undefined],
  ])("%s %j", (name, value, expected) => {
    expect(toPayloadInput(everyKind, { [name]: value })).toEqual({
      path: {},
      fields: [name],
      values: expected === undefined ? {} : { [name]: expected },
    });
  });

  test("names the fields in the order of the operation, and digests a secret of the path", () => {
    const input = { title: "T", password: "p", organizationId: long, linkId: "key", other: "x" };
    expect(toPayloadInput(everyKind, input)).toEqual({
      path: { organizationId: most, linkId: computeDigest("key") },
      fields: ["title", "password"],
      values: { title: "T" },
    });
    expect(computeDigest("key")).toBe("sha256:2c70e12b7a06");
  });
});

describe("the digest of an input", () => {
  const digest = (input: Record<string, JsonValue>) => computeInputDigest(everyKind, input);
  const settings = { label: "L", secret: "S" };

  test.each<[string, JsonValue | undefined, JsonValue | undefined, boolean]>([
    ["description", "One", "Two", false],
    ["description", undefined, null, false],
    ["description", "null", null, false],
    ["count", 1, 2, false],
    ["raw", { a: [1] }, { a: [2] }, false],
    ["password", "One", "Two", true],
    ["password", undefined, "Two", true],
    ["keys", ["A=1"], ["A=2", "B=3"], true],
    ["url", "https://a.example/x?key=1", "https://ada:word@a.example/x?key=2", true],
    ["url", "https://a.example/x", "https://a.example/y", false],
    ["source", "https://a.example/x?key=1", "https://a.example/x?key=2", true],
    ["source", "https://a.example/x", "https://b.example/x", false],
    ["source", 1, 2, true],
    ["name", "key=1", "key=2", true],
    ["settings", settings, { ...settings, secret: "other" }, true],
    ["settings", settings, { ...settings, label: "other" }, false],
    ["settings", settings, { secret: "S" }, false],
    ["settings", "one", "two", false],
    ["rows", [{ title: "A", token: "1" }], [{ title: "A", token: "2" }], true],
    ["rows", [{ title: "A" }], [{ title: "B" }], false],
    ["users", ["u1"], ["u2"], false],
    ["users", "u1", "u2", false],
  ])("%s: %j and %j are equal: %j", (name, one, other, isEqual) => {
    const build = (value: JsonValue | undefined) =>
      digest({ title: "T", ...(value !== undefined && { [name]: value }) });
    expect(build(one) === build(other)).toBe(isEqual);
  });

  test("depends on the field of a value", () => {
    expect(digest({ title: "A" })).not.toBe(digest({ description: "A" }));
    expect(digest({ other: "A" })).toBe(digest({}));
  });
});

const createItems = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `c${at}`, parts: [] }));

test("the digest of a large list is the same, prepared or not, and covers each item", async () => {
  const items = createItems(1000);
  const input = { organizationId: "o", conversations: items };
  const digest = computeInputDigest(conversation.ingest, input);
  const copy = { ...input };
  await prepareInputDigest(conversation.ingest, copy, "user");
  expect(computeInputDigest(conversation.ingest, copy)).toBe(digest);
  for (const at of [0, 19, 20, 999]) {
    const conversations = items.with(at, { id: "other", parts: [] });
    expect(computeInputDigest(conversation.ingest, { ...input, conversations })).not.toBe(digest);
  }
  expect(
    computeInputDigest(conversation.ingest, { ...input, conversations: createItems(999) }),
  ).not.toBe(digest);
});

test("a prepared digest is not computed again", async () => {
  const input = { organizationId: "o", conversations: createItems(1) };
  const digest = computeInputDigest(conversation.ingest, input);
  await prepareInputDigest(conversation.ingest, input, "user");
  input.conversations.push(...createItems(1));
  expect(computeInputDigest(conversation.ingest, input)).toBe(digest);
});

slowTest("a large list is digested in turns with other work", async () => {
  useSlowClock();
  const items = createItems(5000);
  let turns = 0;
  let isDone = false;
  const countTurns = () => {
    turns++;
    if (!isDone) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const parts = items.map((item) => ({ ...item, text: "word ".repeat(500) }));
  await prepareInputDigest(conversation.ingest, { conversations: parts }, "user");
  isDone = true;
  expect(turns).toBeGreaterThan(0);
});

import { describe, expect, test } from "vitest";
import {
  describeReference,
  findReferenceSlot,
  isId,
  isPosition,
  listReferenceSlots,
  needsResolving,
  quoteReference,
  readReference,
} from "../../../../src/app/resolve/references/reference-syntax.ts";
import type { Field } from "../../../../src/contract/fields.ts";
import type { Noun } from "../../../../src/contract/nouns.ts";
import type { JsonValue } from "../../../../src/json/values.ts";

const id20 = "S1000000000000000000";

test.each<[Noun, string, boolean]>([
  ["space", id20, true],
  ["space", `${id20}1`, false],
  ["space", "a".repeat(19), false],
  ["user", "a".repeat(28), true],
  ["user", "a".repeat(29), false],
  ["space", "01234567-89ab-cdef-0123-456789ABCDEF", true],
  ["space", "01234567-89ab-cdef-0123-456789abcdeg", false],
  ["space", `-${"a_-".repeat(6)}b`, true],
  ["space", `-${"a".repeat(18)}`, false],
  ["site", "site_w0r1d", true],
  ["site", "sitesection_X", true],
  ["site", "asite_w", false],
  ["cr", "123456789", true],
  ["cr", "1234567890", false],
  ["space", "12", false],
  ["crConversation", "default", true],
  ["cr", "default", false],
  ["agentConversation", "default", false],
])("%s %s is an id: %j", (noun, word, expected) => {
  expect(isId(noun, word)).toBe(expected);
});

test.each<[Noun, string, boolean]>([
  ["revision", "latest", true],
  ["revision", "latest~1234", true],
  ["revision", "latest~12345", false],
  ["revision", "latest~", false],
  ["comment", "latest~1", true],
  ["comment", "a latest", false],
  ["space", "latest", false],
])("%s %s is a position: %j", (noun, word, expected) => {
  expect(isPosition(noun, word)).toBe(expected);
});

test.each<[Noun, string, string, string]>([
  ["space", `=${id20}`, id20, "title"],
  ["space", "id:x", "x", "id"],
  ["space", id20, id20, "id"],
  ["space", "Guide", "Guide", "any"],
  ["cr", "5", "5", "id"],
])("%s %s is read", (noun, word, text, as) => {
  expect(readReference(noun, word)).toEqual({ text, as });
});

test.each<[Noun, string]>([
  ["webhook", "URL of the receiver, or id of the webhook"],
  ["revision", "latest, latest~1 (the previous one), id or URL of the revision"],
  ["comment", "latest, latest~1 (the previous one), id or URL of the comment"],
  ["space", "Title, id or URL of the space"],
  ["user", "Email, name, @me, id or URL of the user"],
  ["event", "Id or URL of the event"],
])("%s is described", (noun, description) => {
  expect(describeReference(noun)).toBe(description);
});

describe("references in values", () => {
  const space: Field = { kind: "id", of: "space", help: "" };
  const user: Field = { kind: "text", refers: "user", help: "" };
  const any: Field = { kind: "text", mayRefer: ["page", "space"], help: "" };
  const pointer: Field = { kind: "pointer", to: ["space", "cr"], help: "" };
  const under: Field = { kind: "pointer", to: ["siteSection"], under: "id", help: "" };
  const nowhere: readonly unknown[] = [];

  test.each<[Field, JsonValue, readonly unknown[], boolean]>([
    [space, "Guide", [["space", undefined, "Guide", "N"]], true],
    [space, id20, [["space", undefined, id20, "N"]], false],
    [space, null, nowhere, false],
    [user, "Ada", [["user", undefined, "Ada", "N"]], true],
    [user, "ada@example.com", nowhere, false],
    [user, "@me", [["user", undefined, "@me", "N"]], true],
    [user, 5, nowhere, false],
    [any, "Guide", [["page", ["space"], "Guide", "N"]], true],
    [any, 5, nowhere, false],
    [{ kind: "text", mayRefer: [], help: "" }, "Guide", nowhere, false],
    [{ kind: "text", help: "" }, "Guide", nowhere, false],
    [pointer, { type: "cr", cr: "x" }, [["cr", undefined, "x", { type: "cr", cr: "N" }]], true],
    [pointer, { type: "cr", space: "x" }, nowhere, false],
    [pointer, { type: "collection", collection: "x" }, nowhere, false],
    [pointer, { type: "space", space: 5 }, nowhere, false],
    [pointer, "x", nowhere, false],
    [
      under,
      { type: "site-section", id: "x" },
      [["siteSection", undefined, "x", { type: "site-section", id: "N" }]],
      true,
    ],
    [
      { kind: "list", of: space, help: "" },
      ["a", null, id20],
      [
        ["space", undefined, "a", "N"],
        ["space", undefined, id20, "N"],
      ],
      true,
    ],
    [{ kind: "list", of: space, help: "" }, "a", [["space", undefined, "a", "N"]], true],
    [{ kind: "id", of: "revision", help: "" }, "R1", [["revision", undefined, "R1", "N"]], false],
    [
      { kind: "id", of: "revision", help: "" },
      "id:R1",
      [["revision", undefined, "id:R1", "N"]],
      true,
    ],
    [
      { kind: "id", of: "revision", help: "" },
      "latest",
      [["revision", undefined, "latest", "N"]],
      true,
    ],
  ])("%j %j", (field, value, slots, needs) => {
    const found = listReferenceSlots(field, value).map(({ noun, others, word, filled }) => [
      noun,
      others,
      word,
      filled("N"),
    ]);
    expect([found, needsResolving(field, value)]).toEqual([slots, needs]);
  });

  test("a list itself is no reference", () => {
    expect(findReferenceSlot({ kind: "list", of: space, help: "" }, ["a"])).toBeUndefined();
  });
});

test("an argument is quoted without its name", () => {
  expect([quoteReference("<space>", "a"), quoteReference("--space", "a")]).toEqual([
    '"a"',
    '--space "a"',
  ]);
});

import { describe, expect, test } from "vitest";
import { readWord } from "../../../src/app/parse/values.ts";
import type { CommandField } from "../../../src/commands/fields.ts";
import type { JsonValue } from "../../../src/json/values.ts";

const json = {
  kind: "json",
  help: "",
  model: () => Promise.reject(new Error("not loaded")),
} as const;
const list = (of: CommandField): CommandField => ({ kind: "list", help: "", of });
const integer: CommandField = { kind: "integer", help: "" };
const boolean: CommandField = { kind: "boolean", help: "" };
const method: CommandField = { kind: "enum", help: "", values: ["GET", "get-all", "A", "a", "Bb"] };
const branch: CommandField = {
  kind: "text",
  help: "",
  prefix: { unless: "refs/", text: "refs/heads/" },
};
const target: CommandField = { kind: "pointer", help: "", to: ["space", "cr"], bare: "space" };
const noBare: CommandField = { kind: "pointer", help: "", to: ["space", "siteSection"] };
const under: CommandField = {
  kind: "pointer",
  help: "",
  to: ["space"],
  under: "id",
  bare: "space",
};
const time: CommandField = { kind: "text", help: "", format: "date-time" };

describe("readWord", () => {
  test.each<[CommandField, string, JsonValue]>([
    [integer, "-12", -12],
    [integer, "999999999999999", 999_999_999_999_999],
    [boolean, "true", true],
    [boolean, "false", false],
    [list(integer), "5", 5],
    [method, "GET", "GET"],
    [method, "get", "GET"],
    [method, "bB", "Bb"],
    [method, "a", "a"],
    [method, "other", "other"],
    [{ kind: "enum", help: "", values: ["Aa", "aA"] }, "aa", "aa"],
    [branch, "main", "refs/heads/main"],
    [branch, "refs/tags/v1", "refs/tags/v1"],
    [{ kind: "text", help: "" }, "5", "5"],
    [{ kind: "id", help: "", of: "space" }, "S1", "S1"],
    [time, "2026-01-31T09:30:00Z", "2026-01-31T09:30:00Z"],
    [{ kind: "text", help: "", nullable: true, nullWord: "none" }, "none", null],
    [{ kind: "text", help: "", nullable: true, nullWord: "none" }, "other", "other"],
    [{ kind: "text", help: "", nullWord: "none" }, "none", "none"],
    [{ kind: "text", help: "", nullable: true }, "none", "none"],
    [{ ...json, markdown: "member" }, "# A", { markdown: "# A" }],
    [{ ...json, markdown: "document" }, "# A", "# A"],
    [{ ...json, fromFile: true }, "a.json", "a.json"],
    [{ ...json, words: { all: { every: 1 } } }, "all", { every: 1 }],
    [{ ...json, words: { all: 1 } }, '{"a":[1]}', { a: [1] }],
    [json, "null", null],
    [target, "S1", { type: "space", space: "S1" }],
    [target, "cr:C1", { type: "cr", cr: "C1" }],
    [target, "space:a\nb", { type: "space", space: "a\nb" }],
    [target, "Guide: start", { type: "space", space: "Guide: start" }],
    [target, "word:x", { type: "space", space: "word:x" }],
    [noBare, "section:X", { type: "site-section", siteSection: "X" }],
    [{ ...target, to: ["space", "agentTask"] }, "space:X", { type: "space", space: "X" }],
    [under, "S1", { type: "space", id: "S1" }],
  ])("%j of %j is %j", (field, word, value) => {
    expect(readWord(field, word, "--f")).toEqual(value);
  });

  const pointers = "--f must be the id or name of a space or cr:<id>, not ";
  test.each<[CommandField, string, string]>([
    [integer, "1.5", '--f must be an integer, not "1.5".'],
    [integer, "", '--f must be an integer, not "".'],
    [integer, "1234567890123456", '--f must be an integer, not "1234567890123456".'],
    [boolean, "yes", '--f must be true or false, not "yes".'],
    [list(boolean), "1", '--f must be true or false, not "1".'],
    [json, "{", '--f must be JSON, not "{".'],
    [{ ...json, words: { all: 1, none: 2 } }, "some", '--f must be all, none or JSON, not "some".'],
    [{ ...json, words: {} }, "constructor", '--f must be JSON, not "constructor".'],
    [target, "", `${pointers}"".`],
    [target, "collection:C1", `${pointers}"collection:C1".`],
    [noBare, "S1", '--f must be space:<id> or section:<id>, not "S1".'],
  ])("%j refuses %j", (field, word, message) => {
    expect(() => readWord(field, word, "--f")).toThrow(message);
  });

  test("a duration counts forward unless the field looks back", () => {
    const forward = Date.parse(String(readWord(time, "12h", "--f"))) - Date.now();
    const back =
      Date.parse(String(readWord({ ...time, time: "since" }, "12h", "--f"))) - Date.now();
    expect([forward > 0, back > 0]).toEqual([true, false]);
  });
});

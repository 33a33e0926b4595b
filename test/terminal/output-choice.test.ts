/** The form of output follows the flags, and wrong fields are refused with the right ones named. */
import { expect, test } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { checkFields, formOf } from "../../src/terminal/output-choice.ts";

test("a table on a terminal, tab-separated values in a pipe, JSON for fields, and what was chosen otherwise", () => {
  expect(formOf({}, true)).toBe("table");
  expect(formOf({}, false)).toBe("tsv");
  expect(formOf({ fields: [] }, true)).toBe("json");
  expect(formOf({ fields: ["id"], format: "csv" }, true)).toBe("csv");
  expect(formOf({ fields: ["id"], jq: "." }, true)).toBe("jq");
});

test("a jq filter is refused with a form that is not JSON", () => {
  expect(() => formOf({ jq: ".", format: "csv" }, true)).toThrow(UsageError);
});

test("a field that no item has is refused by name, with the fields that there are", () => {
  const rows = [{ id: "S1", urls: { app: "x" } }];
  expect(() => checkFields(["id", "titel"], rows, ["title"])).toThrow(
    'There is no field "titel"; the fields are id, urls, urls.app, title.',
  );
});

test("a field may be missing when it is known, below null, or in an empty list", () => {
  const rows = [{ id: "S1", parent: null, tags: [] }];
  checkFields(["deletedAt", "urls", "parent.title", "tags.name"], rows, ["deletedAt", "urls.app"]);
});

/** The output format follows the flags, and unknown fields are refused with the valid ones. */
import { expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import {
  checkColumns,
  checkFields,
  getFormat,
  refuseSameColumn,
} from "../../../src/terminal/formats/output-choice.ts";

test("the format is a table on a terminal, tab-separated values in a pipe, JSON for fields, or the selected one", () => {
  expect(getFormat({}, true)).toBe("table");
  expect(getFormat({}, false)).toBe("tsv");
  expect(getFormat({ fields: [] }, true)).toBe("json");
  expect(getFormat({ fields: ["id"], format: "csv" }, true)).toBe("csv");
  expect(getFormat({ fields: ["id"], jq: "." }, true)).toBe("jq");
});

test("a jq filter is refused with a format other than JSON", () => {
  expect(() => getFormat({ jq: ".", format: "csv" }, true)).toThrow(UsageError);
});

test("an unknown field is refused with similar names, and the others in groups", () => {
  const rows = [{ id: "S1", urls: { app: "x", location: "y" } }];
  const fault = caught(() => checkFields(["id", "titel"], rows, ["title"]));
  expect(fault.message).toBe('Unknown field "titel". Did you mean title? Valid fields are:');
  expect(fault.details).toEqual(["id, urls, title", "urls.app, urls.location"]);
  const inner = caught(() => checkFields(["app"], rows, []));
  expect(inner.message).toBe('Unknown field "app". Did you mean urls.app? Valid fields are:');
});

test("a column is selected by path or header, and an unknown one is refused with the valid ones", () => {
  const columns = [{ header: "EDIT MODE", path: "editMode" }];
  checkColumns(["editMode", "edit-mode", "EDIT MODE", "id"], columns, [{ id: "S1" }], []);
  const fault = caught(() => checkColumns(["x"], columns, [{ id: "S1" }], ["editMode"]));
  expect(fault.message).toBe('Unknown column "x". Valid columns are:');
  expect(fault.details).toEqual(["editMode, id"]);
});

function caught(work: () => void): UsageError {
  try {
    work();
  } catch (error) {
    if (error instanceof UsageError) return error;
  }
  throw new Error("It was not refused.");
}

test("a known field can be absent, below null, or in an empty list", () => {
  const rows = [{ id: "S1", parent: null, tags: [] }];
  const fields = ["deletedAt", "urls", "parent.title", "tags.name"];
  expect(() => checkFields(fields, rows, ["deletedAt", "urls.app"])).not.toThrow();
});

test.each([
  // Of several fields with this last name, it is the shortest.
  ["email", ["owner.user.email", "user.email", "user.emails"], "user.email"],
  ["app", ["urls.application", "urls.app"], "urls.app"],
  // A field with the title of a resource has several names.
  ["name", ["id", "subject"], "subject"],
  ["displayName", ["title", "label"], "title"],
  ["subject", ["user.subject", "title"], "user.subject"],
  ["statsu", ["status", "state"], "status"],
  ["other", ["id", "title"], undefined],
])("an unknown field %s among %j is probably %s", (field, known, meant) => {
  const { message } = caught(() => checkFields([field], [], known));
  const guess = meant === undefined ? "." : `. Did you mean ${meant}?`;
  expect(message).toBe(`Unknown field "${field}"${guess} Valid fields are:`);
});

test("of several unknown fields, the one that may be a title is explained", () => {
  const { message } = caught(() => checkFields(["other", "name"], [], ["id", "title"]));
  expect(message).toBe('Unknown fields "other", "name". Did you mean title? Valid fields are:');
});

test.each([
  [["id", "id"], "--columns has the column id twice."],
  [
    ["editMode", "id", "edit-mode"],
    "--columns has the column editMode twice, as editMode and edit-mode.",
  ],
  [
    ["EDIT MODE", "editMode"],
    "--columns has the column editMode twice, as EDIT MODE and editMode.",
  ],
  [["other", "other"], "--columns has the column other twice."],
  [["id", "editMode", "other"], undefined],
])("the columns %j are refused with %j", (names, message) => {
  const columns = [
    { header: "EDIT MODE", path: "editMode" },
    { header: "ID", path: "id" },
  ];
  const refuse = () => refuseSameColumn(names, columns);
  if (message === undefined) expect(refuse).not.toThrow();
  else {
    const fault = caught(refuse);
    expect(fault.message).toBe(`${message} Valid columns are:`);
    expect(fault.details).toEqual(["editMode, id"]);
  }
});

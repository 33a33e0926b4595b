/** Dotted paths select and keep fields. */
import { expect, test } from "vitest";
import {
  createPicker,
  getFieldValue,
  listLeafPaths,
} from "../../../src/terminal/formats/field-selection.ts";

const space = {
  id: "S1",
  urls: { app: "https://app.example", published: null },
  tags: [{ name: "a" }, { name: "b", old: true }],
};

test("a selected field keeps its nesting, and a missing one is null", () => {
  expect(createPicker(["id", "urls.app", "urls.git", "tags.name", "gone.deep"])(space)).toEqual({
    id: "S1",
    urls: { app: "https://app.example", git: null },
    tags: [{ name: "a" }, { name: "b" }],
    gone: { deep: null },
  });
});

test("a field selected completely stays complete if a part of it is selected too", () => {
  expect(createPicker(["urls.app", "urls", "urls.published"])(space)).toEqual({ urls: space.urls });
});

test("a path through a list collects the values of its elements", () => {
  expect(getFieldValue(space, "tags.name")).toEqual(["a", "b"]);
  expect(getFieldValue(space, "tags.old")).toEqual([true]);
});

test("inherited properties are not fields of an item", () => {
  expect(getFieldValue(space, "constructor.name")).toBeUndefined();
  expect(getFieldValue(space, "toString")).toBeUndefined();
});

test("a field named __proto__ is data", () => {
  const row = JSON.parse('{"__proto__": {"polluted": 1}}');
  const picked = createPicker(["__proto__.polluted"])(row);
  expect(JSON.stringify(picked)).toBe('{"__proto__":{"polluted":1}}');
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

test("a record without columns shows its scalar fields in order", () => {
  expect(listLeafPaths(space)).toEqual(["id", "urls.app", "urls.published", "tags"]);
});

test("a dot in a name is escaped by a backslash, including in the list of fields", () => {
  const row = { files: { "a.csv": { bytes: 1 }, "b\\c": 2, "": 3 }, "": { "": 4 } };
  const paths = listLeafPaths(row);
  expect(paths).toEqual(["files.a\\.csv.bytes", "files.b\\c", "files.", "."]);
  expect(paths.map((path) => getFieldValue(row, path))).toEqual([1, 2, 3, 4]);
  expect(createPicker(["files.a\\.csv"])(row)).toEqual({ files: { "a.csv": { bytes: 1 } } });
});

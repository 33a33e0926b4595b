import { expect, test } from "vitest";
import {
  trimCharacter,
  trimEndCharacter,
  trimEndWhere,
  trimStartWhere,
  withoutFinalSlashes,
} from "../../src/json/trim.ts";

const isDash = (unit: number) => unit === "-".charCodeAt(0);

test.each([
  ["--a-b--", "--a-b", "a-b--", "a-b"],
  ["a", "a", "a", "a"],
  ["---", "", "", ""],
  ["", "", "", ""],
])("%j is trimmed at its end, at its start and at both", (text, end, start, both) => {
  expect([trimEndWhere(text, isDash), trimEndCharacter(text, "-")]).toEqual([end, end]);
  expect([trimStartWhere(text, isDash), trimCharacter(text, "-")]).toEqual([start, both]);
});

test("only final slashes are removed", () => {
  expect(["/a/b//", "a", "//"].map(withoutFinalSlashes)).toEqual(["/a/b", "a", ""]);
});

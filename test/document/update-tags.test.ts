import { expect, test } from "vitest";
import { listUpdateTags } from "../../src/document/update-tags.ts";

test.each<[unknown, readonly string[]]>([
  ["fixes, improvements", ["fixes", "improvements"]],
  [",a,, b ,", ["a", "b"]],
  ["", []],
  [" ", []],
  [3, ["3"]],
  [false, ["false"]],
  [undefined, []],
  [null, []],
  [{ tag: "a" }, []],
  [
    ["a", { kind: "tag", tag: "b" }, { tag: 3 }, { other: "c" }, null, 4],
    ["a", "b"],
  ],
])("the tags of %j are %j", (written, tags) => {
  expect(listUpdateTags(written)).toEqual(tags);
});

import { describe, expect, test } from "vitest";
import {
  type CachedNoun,
  everyCachedNoun,
  findChangeable,
  getCachedWords,
  getIdFile,
  getIdMember,
  isNamed,
  listChildren,
  resolveParent,
} from "../../../src/app/resolve/id-parents.ts";

test.each<readonly [CachedNoun, unknown]>([
  ["cr", { noun: "openCr", statuses: ["open", "draft"] }],
  ["import", { noun: "runningImport", statuses: ["pending", "in-progress"] }],
  ["space", undefined],
  ["deletedSpace", undefined],
  ["openCr", undefined],
  ["page", undefined],
])("the changeable resources of %s", (noun, subset) => {
  expect(findChangeable(noun)).toEqual(subset);
});

test.each<readonly [CachedNoun, string]>([
  ["cr", "number"],
  ["openCr", "number"],
  ["space", "id"],
  ["deletedSpace", "id"],
  ["runningImport", "id"],
])("%s is identified by its %s", (noun, member) => {
  expect(getIdMember(noun)).toBe(member);
});

test("a subset has the parent of its noun", () => {
  expect(resolveParent("openCr")).toBe(resolveParent("cr"));
  expect(resolveParent("runningImport")).toBe(resolveParent("import"));
  expect(resolveParent("deletedSpace")).toBe(resolveParent("space"));
  expect(resolveParent("openCr")).toBe("space");
  expect(resolveParent("org")).toBeUndefined();
});

describe.each(everyCachedNoun)("%s", (noun) => {
  test("is a child of its parent only", () => {
    const parents = everyCachedNoun.filter((one) => listChildren(one).includes(noun));
    const parent = resolveParent(noun);
    expect(parents).toEqual(parent === undefined ? [] : [parent]);
    expect(getCachedWords(noun).parent).toBe(parent);
  });

  test("has a member that identifies it, named by its name only if ids are names", () => {
    expect(getIdMember(noun)).not.toBe("");
    if (!isNamed(noun) && noun !== "cr" && noun !== "openCr") expect(getIdMember(noun)).toBe("id");
  });
});

test("each noun has its own file, in lower case", () => {
  const files = everyCachedNoun.map(getIdFile);
  expect(new Set(files).size).toBe(files.length);
  for (const file of files) expect(file).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
  expect(getIdFile("siteSectionGroup")).toBe("site-section-group");
  expect(getIdFile("openCr")).toBe("open-cr");
});

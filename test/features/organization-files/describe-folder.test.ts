import { expect, test } from "vitest";
import { describeFolder } from "../../../src/features/organization-files/describe-folder.ts";

test.each([
  [".", "the current folder"],
  ["./", "./"],
  ["..", ".."],
  [".acme", ".acme"],
  ["acme", "acme"],
  ["./acme", "./acme"],
])("the folder %s is %s in a sentence", (folder, words) => {
  expect(describeFolder(folder)).toBe(words);
});

import { expect, test } from "vitest";
import { findFlagSynonym } from "../../../src/app/parse/flag-synonyms.ts";

test.each([
  ["--name", ["--title", "--language"], "--title"],
  ["--label", ["--subject"], "--subject"],
  ["name", ["--title"], "--title"],
  ["--name", ["--title", "--title"], "--title"],
  ["--name", ["--title", "--subject"], undefined],
  ["--to", ["--parent", "--successor"], undefined],
  ["--heir", ["--parent", "--successor"], "--successor"],
  ["--name", ["--language"], undefined],
  ["--nothing", ["--title"], undefined],
  ["--title", [], undefined],
  ["--force", ["--yes"], "--yes"],
  ["--A", ["--all"], "--all"],
])("instead of %s, one of %j is %s", (flag, flags, meant) => {
  expect(findFlagSynonym(flag, flags)).toBe(meant);
});

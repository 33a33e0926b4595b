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

// One pair of each line of synonyms, which come from other programs.
test.each([
  ["--name", "--title"],
  ["--message", "--body"],
  ["--assignee", "--user"],
  ["--destination", "--to"],
  ["--new-owner", "--successor"],
  ["--body-file", "--file"],
  ["--spec", "--slug"],
  ["--repo", "--url"],
  ["--branch", "--ref"],
  ["--state", "--status"],
  ["--locale", "--language"],
  ["--confirm", "--yes"],
  ["--order-by", "--sort"],
  ["--paginate", "--all"],
  ["--R", "--space"],
  ["--domain", "--hostname"],
  ["--theme", "--mode"],
  ["--name-only", "--stat"],
  ["--out", "--save"],
  ["--schedule", "--at"],
])("%s stands for %s", (flag, meant) => {
  expect(findFlagSynonym(flag, ["--nothing", meant])).toBe(meant);
});

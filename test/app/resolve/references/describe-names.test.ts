import { describe, expect, test } from "vitest";
import type { Parameter } from "../../../../src/app/parse/parameters.ts";
import {
  addNamesToError,
  addNamesToText,
  describeNames,
  listOtherNames,
} from "../../../../src/app/resolve/references/describe-names.ts";
import type { NamedResource } from "../../../../src/app/resolve/references/fill-ids.ts";
import { type CommandField, id, text } from "../../../../src/commands/fields.ts";
import { createPartial } from "../../../support/commands/partial.ts";

/** A resource that was named by the argument or the flag of this name. */
function named(
  name: string,
  field: CommandField,
  title: string,
  { word = title, at = "X1", isArgument = false } = {},
): NamedResource {
  const parameter = createPartial<Parameter>({ name, field, isArgument });
  return { parameter, word, id: at, title };
}

const space = (more = {}) => named("space", id("space"), "Guide", { at: "S1", ...more });
const page = (more = {}) => named("page", id("page"), "Install", { at: "P1", ...more });

describe("the sentence of a write", () => {
  test.each<readonly [string, readonly NamedResource[], string]>([
    ["Deleted S1.", [space()], 'Deleted "Guide" (S1).'],
    ['Deleted "Manual" (S1).', [space()], 'Deleted "Manual" (S1).'],
    ["Deleted S1. Was S1.", [space()], 'Deleted "Guide" (S1). Was S1.'],
    ["Deleted S12.", [space()], 'Deleted S12 in the space "Guide" (S1).'],
    ["See /s/S1.", [space()], 'See /s/S1 in the space "Guide" (S1).'],
    ["Deleted xS1.", [space()], 'Deleted xS1 in the space "Guide" (S1).'],
    ["Deleted a-S1.", [space()], 'Deleted a-S1 in the space "Guide" (S1).'],
    ["Changed it.", [space()], 'Changed it in the space "Guide" (S1).'],
    ["Changed it. Done.", [space()], 'Changed it in the space "Guide" (S1). Done.'],
    ["Changed v1.2 of it. Done.", [space()], 'Changed v1.2 of it in the space "Guide" (S1). Done.'],
    ['Changed "A. B". Done.', [space()], 'Changed "A. B" in the space "Guide" (S1). Done.'],
    ["Changed it", [space()], 'Changed it in the space "Guide" (S1)'],
    ["Changed it.", [], "Changed it."],
    ["Changed it.", [space({ isArgument: true })], 'Changed it. Resolved <space> to "Guide" (S1).'],
    ["Changed it.", [page()], 'Changed it. Resolved --page to "Install" (P1).'],
    ["Changed Install.", [page()], "Changed Install."],
    ["Changed Install.", [page({ word: "=Install" })], "Changed Install."],
    [
      "Changed Install.",
      [page({ word: "guides/install" })],
      'Changed Install. Resolved --page to "Install" (P1).',
    ],
    [
      "Changed it.",
      [page(), space(), named("org", id("org"), "Acme", { at: "O1" })],
      'Changed it in the space "Guide" (S1), the organization "Acme" (O1). Resolved --page to "Install" (P1).',
    ],
    [
      "Changed it.",
      [named("target", text("Target"), "Guide", { at: "S1" })],
      'Changed it. Resolved --target to "Guide" (S1).',
    ],
    ["Removed a.b*c.", [space({ at: "a.b*c" })], 'Removed "Guide" (a.b*c).'],
    ["Removed aXbbc.", [space({ at: "a.b*c" })], 'Removed aXbbc in the space "Guide" (a.b*c).'],
  ])("%j", (sentence, resources, expected) => {
    expect(describeNames(sentence, resources)).toBe(expected);
  });

  test.each(["org", "collection", "space", "site", "cr"] as const)(
    "has the %s at the end of its first sentence, but not of a page, team or user",
    (noun) => {
      const inside = describeNames("Done. Fine.", [named("flag", id(noun), "T", { at: "I1" })]);
      expect(inside).toMatch(/^Done in the [a-z ]+ "T" \(I1\)\. Fine\.$/);
      for (const other of ["page", "team", "user"] as const) {
        const after = describeNames("Done. Fine.", [named("flag", id(other), "T", { at: "I1" })]);
        expect(after).toBe('Done. Fine. Resolved --flag to "T" (I1).');
      }
    },
  );
});

describe("a text with names in place of ids", () => {
  test.each<readonly [string, string]>([
    ["The space S1 is locked.", 'The space "User guide" is locked.'],
    ["S1 and S1.", '"User guide" and "User guide".'],
    ['The space "Guide" (S1) is locked.', 'The space "Guide" (S1) is locked.'],
    ["GET /spaces/S1 failed for S1.", 'GET /spaces/S1 failed for "User guide".'],
    ["S12, S1-2 and xS1", "S12, S1-2 and xS1"],
    ["tome space get S1", "tome space get 'user guide'"],
    ["Run tome space get S1", "Run tome space get 'user guide'"],
    ["S1 is locked: tome space get S1", "\"User guide\" is locked: tome space get 'user guide'"],
    ["biotome is S1", 'biotome is "User guide"'],
    ["tome: S1", 'tome: "User guide"'],
  ])("%s", (before, after) => {
    const resource = named("space", id("space"), "User guide", { at: "S1", word: "user guide" });
    expect(addNamesToText(before, [resource])).toBe(after);
    const error = new Error(before);
    addNamesToError(error, [resource]);
    expect(error.message).toBe(after);
  });

  test("has the names of several resources", () => {
    expect(addNamesToText("P1 of S1", [space(), page()])).toBe('"Install" of "Guide"');
  });

  test("stays as it is if the error is not an error", () => {
    const thrown = "S1";
    addNamesToError(thrown, [space()]);
    expect(thrown).toBe("S1");
  });
});

test.each([
  ["Guide", []],
  ["=Guide", []],
  ["guide", ['Resolved --space "guide" to "Guide" (S1).']],
  ["Docs/Guide", ['Resolved --space "Docs/Guide" to "Guide" (S1).']],
  ["==Guide", ['Resolved --space "==Guide" to "Guide" (S1).']],
])("the name %s that differs from the title is listed", (word, expected) => {
  expect(listOtherNames([space({ word })])).toEqual(expected);
});

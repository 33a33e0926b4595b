import { describe, expect, test } from "vitest";
import { matchPeople } from "../../../src/features/members/match.ts";
import { createRosterPerson, known } from "../../support/organizations/roster-plan.ts";

const ids = ["U-ada", "U-bob"];
const members = ids.map((id) => ({ id, user: { email: `${id.slice(2)}@Example.com` } }));

/** The members by roster id and email, as the entries name them. */
function match(
  entries: readonly (readonly [name: string, id: string | undefined])[],
  stored: Readonly<Record<string, string>> = {},
) {
  const people = entries.map(([name, id], at) => ({
    ...createRosterPerson(name, { id }),
    at: `roster.csv:${at + 2}`,
  }));
  const context = { ...known, members, stored: new Map(Object.entries(stored)) };
  const matches = matchPeople(people, context);
  return people.map((one) => matches.get(one));
}

describe("an entry is matched by stored id, by platform id and by email", () => {
  test.each<[string, string | undefined, Readonly<Record<string, string>>, string | undefined]>([
    ["ada", undefined, {}, "U-ada"],
    ["new", undefined, {}, undefined],
    ["ada", "1", {}, "U-ada"],
    ["new", "1", {}, undefined],
    ["new", "1", { "1": "U-ada" }, "U-ada"],
    ["new", "1", { "2": "U-ada" }, undefined],
    ["new", "1", { "1": "U-gone" }, undefined],
    ["ada", "1", { "1": "U-gone" }, "U-ada"],
    ["new", "U-ada", {}, "U-ada"],
    ["ada", "U-ada", {}, "U-ada"],
    // The stored id precedes the id in the file.
    ["new", "U-bob", { "U-bob": "U-ada" }, "U-ada"],
    ["new", "U-bob", { "U-bob": "U-gone" }, "U-bob"],
  ])("%s with the id %s and the stored ids %j: %s", (name, id, stored, expected) => {
    expect(match([[name, id]], stored)).toEqual([expected]);
  });
});

test.each<[string, string, Readonly<Record<string, string>>, string]>([
  [
    "ada",
    "1",
    { "1": "U-bob" },
    "the id 1 belongs to the member U-bob, but the email belongs to U-ada",
  ],
  ["ada", "U-bob", {}, "the id U-bob belongs to the member U-bob, but the email belongs to U-ada"],
  [
    "bob",
    "U-bob",
    { "U-bob": "U-ada" },
    "the id U-bob belongs to the member U-ada, but the email belongs to U-bob",
  ],
])("%s with the id %s and the stored ids %j is refused", (name, id, stored, message) => {
  expect(() => match([[name, id]], stored)).toThrow(
    `roster.csv:2: ${message}. Correct the row, or remove its id. No members were changed.`,
  );
});

test.each<[readonly (readonly [string, string | undefined])[], Readonly<Record<string, string>>]>([
  [
    [
      ["ada", undefined],
      ["ada", undefined],
    ],
    {},
  ],
  [
    [
      ["ada", undefined],
      ["new", "U-ada"],
    ],
    {},
  ],
  [
    [
      ["new", "1"],
      ["ada", "2"],
    ],
    { "1": "U-ada" },
  ],
  [
    [
      ["new", "1"],
      ["other", "2"],
    ],
    { "1": "U-ada", "2": "U-ada" },
  ],
])("two entries %j of one member are refused", (entries, stored) => {
  expect(() => match(entries, stored)).toThrow(
    "Duplicate member U-ada in roster.csv:2 and roster.csv:3. Remove one of the rows. No members were changed.",
  );
});

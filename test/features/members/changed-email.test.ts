import { describe, expect, test } from "vitest";
import { findChangedEmails, listOtherEmails } from "../../../src/features/members/changed-email.ts";
import type { RosterPerson } from "../../../src/features/members/roster-person.ts";
import { createRosterPerson } from "../../support/organizations/roster-plan.ts";

function createPerson(email: string, more: Partial<RosterPerson> = {}): RosterPerson {
  return createRosterPerson(email, { at: "roster.csv:2", email, ...more });
}

const member = (id: string, email: string, displayName?: string) => ({
  id,
  user: { email, ...(displayName !== undefined && { displayName }) },
});

describe("findChangedEmails", () => {
  test.each([
    ["the same local part", createPerson("ada@new.example"), member("U1", "Ada@example.com"), true],
    [
      "another local part",
      createPerson("adam@example.com"),
      member("U1", "ada@example.com"),
      false,
    ],
    [
      "the same name in other spacing, case and Unicode form",
      createPerson("a@new.example", { displayName: " ADA   Zoe\u0308\t" }),
      member("U1", "ada@example.com", "Ada Zo\u00eb"),
      true,
    ],
    [
      "another name",
      createPerson("a@new.example", { displayName: "Ada" }),
      member("U1", "b@example.com", "Adam"),
      false,
    ],
    ["two empty names", createPerson("a@new.example"), member("U1", "b@example.com", ""), false],
    [
      "two names of spaces",
      createPerson("a@x.org", { displayName: " " }),
      member("U1", "b@x.org", " "),
      false,
    ],
    [
      "a local part with an at sign",
      createPerson('"a@b"@new.example'),
      member("U1", '"a@c"@example.com'),
      false,
    ],
  ])("%s: %s", (_, joining, leaving, isSame) => {
    const sentence = `${leaving.user.email.toLowerCase()} is missing or inactive in the roster, and ${joining.email} (roster.csv:2) is new. If they are the same user, set the id of the entry to U1, which keeps the member.`;
    expect(findChangedEmails([joining], [leaving])).toEqual(isSame ? [sentence] : []);
  });

  test("names the first new entry for each leaving member", () => {
    const joining = [
      createPerson("ada@new.example", { at: "roster.csv:2" }),
      createPerson("bob@new.example", { at: "roster.csv:3" }),
      createPerson("bob@other.example", { at: "roster.csv:4" }),
    ];
    const leaving = [
      member("U2", "bob@example.com"),
      member("U1", "ada@example.com"),
      member("U3", "x@y.z"),
    ];
    expect(findChangedEmails(joining, leaving).map((one) => one.match(/\(.*?\)|U\d/g))).toEqual([
      ["(roster.csv:3)", "U2"],
      ["(roster.csv:2)", "U1"],
    ]);
  });
});

describe("listOtherEmails", () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      createPerson(`new${index}@example.com`, { id: `R${index}` }),
    );
  const find = (one: RosterPerson) => member("U", one.email.replace("new", "old"));
  const sentence = (index: number) =>
    `old${index}@example.com is the member of the id R${index}, whose email in the roster is new${index}@example.com.`;

  test.each([
    [1, []],
    [10, []],
    [11, ["1 member has another email in the roster."]],
    [12, ["2 members have another email in the roster."]],
  ])("lists at most ten of %d members", (count, rest) => {
    const first = Array.from({ length: Math.min(count, 10) }, (_, index) => sentence(index));
    expect(listOtherEmails(people(count), find)).toEqual([...first, ...rest]);
  });

  test("ignores members with the same email, new users, and a missing id", () => {
    const [one = createPerson(""), two = createPerson("")] = people(2);
    expect(listOtherEmails([one, two], () => undefined)).toEqual([]);
    expect(listOtherEmails([one, two], ({ email }) => member("U", email))).toEqual([]);
    expect(listOtherEmails([createPerson("a@b.c")], () => member("U", "d@b.c"))).toEqual([
      "d@b.c is the member of the id , whose email in the roster is a@b.c.",
    ]);
  });
});

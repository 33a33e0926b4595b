import { describe, expect, test } from "vitest";
import { roles } from "../../../src/contract/roles.ts";
import {
  parseRosterPerson,
  type RosterCells,
} from "../../../src/features/members/roster-person.ts";

const cells: RosterCells = {
  id: "",
  email: "ada@example.com",
  role: "",
  teams: undefined,
  hasEmptyTeams: false,
  active: true,
  hasActive: false,
};
const parse = (more: Partial<RosterCells>) =>
  parseRosterPerson("roster.csv:2", { ...cells, ...more });

test("an entry without values has no id, role, teams and name, and no single sign-on", () => {
  expect(parse({})).toEqual({
    at: "roster.csv:2",
    id: undefined,
    email: "ada@example.com",
    role: undefined,
    teams: undefined,
    hasEmptyTeams: false,
    sso: false,
    active: true,
    hasActive: false,
    displayName: "",
  });
});

test("an entry keeps its values", () => {
  const values = {
    id: "1",
    teams: ["T"],
    hasEmptyTeams: true,
    sso: true,
    active: false,
    hasActive: true,
    displayName: "Ada",
  };
  expect(parse(values)).toMatchObject(values);
});

test.each([...roles, "guest"])("the role %s in any case", (role) => {
  for (const word of [role, role.toUpperCase()]) {
    expect(parse({ role: word }).role).toBe(role === "guest" ? null : role);
  }
});

test.each(["owner", "none", "Director"])(
  "the role %s is refused, unless it is of a directory",
  (role) => {
    expect(() => parse({ role })).toThrow(
      `roster.csv:2: the role must be one of ${roles.join(", ")}, guest, not ${JSON.stringify(role)}. No members were changed.`,
    );
    expect(parse({ role, isForeign: true }).role).toBeUndefined();
  },
);

describe("the email", () => {
  test.each<[string, string]>([
    ["Ada@Example.COM", "ada@example.com"],
    ["a@b.c", "a@b.c"],
    ["a.b+c@d-e.example", "a.b+c@d-e.example"],
    ["\u00e4@\u00fc.example", "\u00e4@xn--tda.example"],
  ])("%s is read as %s", (email, expected) => {
    expect(parse({ email }).email).toBe(expected);
  });

  test.each([
    "a",
    "a@b",
    "@b.c",
    "a@.c@d.e",
    "a@b.",
    "a@b.c.",
    "a b@c.d",
    "a@b c.d",
    "mailto:a@b.c",
    "Ada <a@b.c>",
    "a@b.c,d@e.f",
    "a;b@c.d",
    "a\u200bb@c.d",
    "a(b)@c.d",
    "a@[1.2.3.4]",
    'a"b@c.d',
    "a\\b@c.d",
  ])("%j is refused", (email) => {
    expect(() => parse({ email })).toThrow(
      /^roster\.csv:2 has an invalid email: ".*"\. No members were changed\.$/,
    );
  });

  test("is required", () => {
    expect(() => parse({ email: "" })).toThrow(
      "roster.csv:2 has no email. No members were changed.",
    );
  });
});

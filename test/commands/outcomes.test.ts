import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  describeComment,
  describeDifferences,
  describeInstallation,
  describeInvitation,
  describeMembership,
  describeMove,
  describePublication,
  describeRestoration,
  describeReviewRequest,
  describeSharing,
  type OutcomeText,
  signsInBySso,
} from "../../src/commands/outcomes.ts";
import { IncompleteError } from "../../src/errors.ts";
import type { JsonObject } from "../../src/json/values.ts";

type Case = readonly [answer: JsonObject, input: JsonObject, text: string | undefined];

/** The sentence of an outcome; of an error its kind, its message and its hint. */
function describeOutcome(outcome: ReturnType<OutcomeText>): string | undefined {
  if (!(outcome instanceof IncompleteError)) return outcome;
  return `${outcome.how}: ${outcome.message} (${outcome.hint})`;
}

const success = "The platform returned success, but";
const space = { id: "S1", title: "Guide" };
const site = { id: "X1", title: "Docs" };
const one = { userId: "U1" };
const link =
  "Visitors need a share link. The platform creates one that does not expire if the site has none.";
const stillOn =
  'failed: The platform returned success, but the site "Docs" (X1) is still published. (tome site get X1)';
const notOn =
  'failed: The platform returned success, but the site "Docs" (X1) is not published. (tome site get X1)';

const cases: Readonly<Record<string, readonly [OutcomeText, readonly Case[]]>> = {
  "a move": [
    describeMove("space"),
    [
      [space, {}, undefined],
      [{ ...space, parent: null }, {}, 'Moved the space "Guide" (S1) to the top level.'],
      [{ ...space, parent: "C1" }, {}, 'Moved the space "Guide" (S1) into the collection C1.'],
    ],
  ],
  "a publication": [
    describePublication(true),
    [
      [{ ...site, published: true }, {}, undefined],
      [{ ...site, published: false }, {}, notOn],
      [site, {}, undefined],
    ],
  ],
  "the end of a publication": [
    describePublication(false),
    [
      [{ ...site, published: false }, {}, undefined],
      [{ ...site, published: true }, {}, stillOn],
      [site, {}, undefined],
    ],
  ],
  "a visibility": [
    describeSharing("Changed"),
    [
      [
        { ...site, visibility: "share-link" },
        { visibility: "share-link" },
        `Changed the site "Docs" (X1). ${link}`,
      ],
      // The platform kept another visibility, so a share link has no effect.
      [{ ...site, visibility: "public" }, { visibility: "share-link" }, undefined],
      [site, { visibility: "share-link" }, undefined],
      [{ ...site, visibility: "share-link" }, { visibility: "public" }, undefined],
      [{ ...site, visibility: "share-link" }, {}, undefined],
      [{ ...site, visibility: "public" }, { visibility: "public" }, undefined],
    ],
  ],
  "a restoration": [
    describeRestoration,
    [
      [space, {}, undefined],
      [{ ...space, deletedAt: null }, {}, undefined],
      [
        { ...space, deletedAt: "2026-01-01T00:00:00Z" },
        {},
        `failed: ${success} the space "Guide" (S1) is still deleted. (tome space get S1)`,
      ],
    ],
  ],
  "a membership": [
    describeMembership,
    [
      [{}, one, undefined],
      [{ role: "edit" }, one, "Changed the role of U1 to edit."],
      [{ role: null }, one, "Changed the role of U1 to guest."],
      [{ role: "edit", disabled: false }, one, "Changed the role of U1 to edit."],
      [
        { role: "edit", disabled: true },
        one,
        "Changed the role of U1 to edit. The member is disabled.",
      ],
      [
        { role: "edit", disabled: true },
        { ...one, disabled: true },
        "Changed the role of U1 to edit. The member is disabled.",
      ],
      [{ disabled: false }, { ...one, disabled: false }, undefined],
      [
        { role: "edit", disabled: false },
        { ...one, disabled: true },
        `failed: ${success} U1 is not disabled. (tome member get U1)`,
      ],
      [
        { role: "edit", disabled: true },
        { ...one, disabled: false },
        `failed: ${success} U1 is still disabled. (tome member get U1)`,
      ],
    ],
  ],
  "single sign-on": [
    signsInBySso,
    [
      [{ sso: true }, one, undefined],
      [{}, one, undefined],
      [
        { sso: false },
        one,
        `failed: ${success} single sign-on is not required for U1. (tome member get U1)`,
      ],
    ],
  ],
  "a comment": [
    describeComment,
    [
      [{ status: "resolved" }, { commentId: "K1" }, "Changed the comment K1 (resolved)."],
      [{ status: null }, { commentId: "K1" }, undefined],
      [{}, { commentId: "K1" }, undefined],
    ],
  ],
  "an installation": [
    describeInstallation,
    [
      [{ id: "I1", status: "active" }, { integrationName: "figma" }, undefined],
      [{ id: "I1" }, { integrationName: "figma" }, undefined],
      [
        { id: "I1", status: "pending" },
        { integrationName: "figma" },
        "Installed figma as I1 (pending). It does not work yet.",
      ],
    ],
  ],
  "a review request": [
    describeReviewRequest,
    [
      [{}, { changeRequestId: "7" }, undefined],
      [{ users: [] }, { changeRequestId: "7" }, "No reviews requested."],
      [
        { users: [{ user: { id: "U1", displayName: "Ada" } }, { user: { id: "U2" } }, {}] },
        { changeRequestId: "7" },
        "Requested a review of change request 7 from Ada, U2, a team.",
      ],
    ],
  ],
  "an invitation": [
    describeInvitation,
    [
      [{ users: [{}, {}], invited: 9 }, {}, "Added members: 2."],
      [{ invited: 3, pending: [], failedSSOEmails: [] }, {}, "Added members: 3."],
      [
        { users: [], pending: ["a@example.com", "b@example.com"] },
        {},
        "Added members: 0. These users must accept the invitation first (tome user invitation accept): a@example.com, b@example.com.",
      ],
      [
        { users: [{}], failedSSOEmails: ["c@example.com"] },
        {},
        "partial: Added members: 1. Single sign-on was not required for these existing members: c@example.com. (tome member sso <user>)",
      ],
    ],
  ],
};

describe.each(Object.entries(cases))("the result of %s", (_, [describeText, rows]) => {
  test.each(rows)("%j to %j is described as %j", (answer, input, text) => {
    expect(describeOutcome(describeText(answer, input))).toBe(text);
  });
});

test.each<readonly [JsonObject, JsonObject, string]>([
  [{ title: "A" }, { title: "A" }, ""],
  [{ title: "A" }, { title: "B" }, ' The platform returned "B" for title instead of "A".'],
  [
    { title: "A", size: 1, hidden: false },
    { title: "B", size: 2, hidden: true },
    ' The platform returned "B" for title instead of "A". The platform returned 2 for size instead of 1. The platform returned true for hidden instead of false.',
  ],
  [{ title: "A" }, {}, ""],
  [{}, { title: "A" }, ""],
  [{ title: null }, { title: "A" }, ""],
  [{ title: "A" }, { title: { text: "A" } }, ""],
  [{ size: 1 }, { size: "1" }, ' The platform returned "1" for size instead of 1.'],
  [{ other: 1 }, { other: 2 }, ""],
  [
    { title: "2026" },
    { title: "2026-01-01T00:00:00Z" },
    ' The platform returned "2026-01-01T00:00:00Z" for title instead of "2026".',
  ],
])("of %j and the response %j the differences are %j", (input, answer, text) => {
  expect(describeDifferences(["title", "size", "hidden"], input, answer)).toBe(text);
});

test("a time in another notation is not a difference, another time is", () => {
  const property = fc.property(
    fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }),
    fc.integer({ min: -11, max: 11 }),
    fc.constantFrom(0, 1000, 3_600_000),
    (date, hours, change) => {
      const local = new Date(date.getTime() + hours * 3_600_000).toISOString().slice(0, -1);
      const zone = `${hours < 0 ? "-" : "+"}${String(Math.abs(hours)).padStart(2, "0")}:00`;
      const returned = new Date(date.getTime() + change).toISOString();
      const text = describeDifferences(["at"], { at: local + zone }, { at: returned });
      expect(text === "").toBe(change === 0);
    },
  );
  fc.assert(property);
});

import { expect, test } from "vitest";
import { commands } from "../../src/commands/site-share-link.ts";
import { formatZonedTime } from "../../src/json/local-time.ts";
import { describeResponse } from "../support/commands/verb-parts.ts";

const expiresAt = "2026-12-31T12:00:00Z";
const expiry = ` It expires on ${formatZonedTime(expiresAt)}.`;
const later = " It gets a URL when the site is published and its visibility is share-link.";

test.each<[object, string]>([
  [{}, later],
  [{ urls: {} }, later],
  [{ urls: { published: "https://docs.example.com/x" } }, ""],
  [{ expiresAt }, `${expiry}${later}`],
  [{ expiresAt: null, urls: { published: "https://docs.example.com/x" } }, ""],
  [{ expiresAt, urls: { published: "https://docs.example.com/x" } }, expiry],
])("a new link with the response %j", (response, rest) => {
  expect(describeResponse(commands, "create", { id: "L1", name: "Team", ...response })).toBe(
    `Created the share link "Team" (L1).${rest}`,
  );
});

test.each<[object, object, string | undefined]>([
  [{ expiresAt }, {}, undefined],
  [{ expiresAt }, { name: "Team" }, undefined],
  [{ expiresAt }, { expiresAt: null }, undefined],
  [{ expiresAt }, { expiresAt }, `Changed the share link "Team" (L1).${expiry}`],
  [{}, { expiresAt }, 'Changed the share link "Team" (L1).'],
])("a changed link with the response %j to the input %j", (response, input, expected) => {
  expect(
    describeResponse(commands, "update", { id: "L1", name: "Team", ...response }, { ...input }),
  ).toBe(expected);
});

import { describe, expect, test } from "vitest";
import { linkWords, shortenLink } from "../../src/commands/content-words.ts";

const stats = { total: 9, broken: { total: 1 } };

describe("the note of a list of links", () => {
  test.each([
    [{ external: 0, inApp: 0 }, "Examined 9 links, 1 broken."],
    [
      { external: 1, inApp: 0 },
      "Examined 9 links, 1 broken. Skipped 1 external link, which was not checked.",
    ],
    [
      { external: 3, inApp: 2 },
      "Examined 9 links, 1 broken. Skipped 3 external links and 2 links into the app, which were not checked.",
    ],
    [undefined, "Examined 9 links, 1 broken. External links were not checked."],
  ])("with the unchecked links %j is %j", (unchecked, note) => {
    expect(linkWords.note({ items: [], stats, ...(unchecked && { unchecked }) })).toBe(note);
  });
});

test("a shortened link identifies its objects without their other members", () => {
  const space = { object: "space", id: "s1", title: "Handbook", permissions: { view: true } };
  const revision = { object: "revision", id: "r1", type: "merge", pages: [{ id: "p1" }] };
  const page = { kind: "page", space, versionContext: { type: "revision", revision } };
  const link = { status: "broken", relation: "reference", locationReferences: [page] };
  const short = { object: "space", id: "s1", title: "Handbook" };
  const target = { kind: "url", url: "../start.md" };
  expect(shortenLink({ ...link, targetReference: target })).toEqual({
    ...{ status: "broken", relation: "reference", targetReference: target },
    locationReferences: [
      {
        kind: "page",
        space: short,
        versionContext: {
          type: "revision",
          revision: { object: "revision", id: "r1", type: "merge" },
        },
      },
    ],
  });
});

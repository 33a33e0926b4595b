import { describe, expect, test } from "vitest";
import { AmbiguousNameError, ApiError, UsageError } from "../../../src/errors.ts";
import { sortSite } from "../../../src/features/sites/sort.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

interface Lookup {
  readonly of: readonly string[];
  readonly word: string;
  readonly label: string;
  readonly within: object;
}

/** The parts of a site by name; a name with several kinds is ambiguous among them. */
const parts: Readonly<
  Record<string, readonly (readonly [noun: string, id: string, title?: string])[]>
> = {
  a: [["siteSection", "A", "Guides"]],
  b: [["siteSection", "B", "Blog"]],
  g: [["siteSectionGroup", "G"]],
  l: [["siteExternalLink", "L", "Link"]],
  y: [["siteSpace", "Y", "English"]],
  z: [["siteSpace", "Z", "German"]],
  both: [
    ["siteSection", "P", "Both"],
    ["siteSpace", "Q", "Both"],
  ],
  twice: [
    ["siteSection", "P1", "Twice"],
    ["siteSection", "P2", "Twice"],
    ["siteSpace", "Q2", "Twice"],
  ],
  team: [["team", "T", "Team"]],
};

async function sort(
  item: string,
  flags: { before?: string; after?: string },
  answer: unknown = {},
) {
  const lookups: Lookup[] = [];
  const lookUp = async (lookup: Lookup) => {
    lookups.push(lookup);
    const found = (parts[lookup.word] ?? []).filter(
      ([noun]) => lookup.of.includes(noun) || noun === "team",
    );
    const [first, second] = found;
    if (second !== undefined)
      throw new AmbiguousNameError(`${lookup.word} is ambiguous.`, [], [], "part");
    if (first === undefined) throw new UsageError(`No ${lookup.word}.`);
    return { noun: first[0], id: first[1], title: first[2] };
  };
  const { context, sent } = openScriptedContext({ answer: () => answer, more: { lookUp } });
  const result = await sortSite(context, { organizationId: "O1", siteId: "X1", item, ...flags });
  return { done: result && "done" in result ? result.done : undefined, sent, lookups };
}

const section = (id: string) => ({ type: "site-section", id });

describe("sortSite", () => {
  test.each<readonly [string, { before?: string; after?: string }, object, string]>([
    [
      "a",
      { before: "b" },
      { item: section("A"), position: { before: section("B") } },
      'Moved "Guides" (A) before "Blog" (B).',
    ],
    [
      "a",
      { after: "b" },
      { item: section("A"), position: { after: section("B") } },
      'Moved "Guides" (A) after "Blog" (B).',
    ],
    [
      "a",
      { before: "b", after: "g" },
      {
        item: section("A"),
        position: { before: section("B"), after: { type: "site-section-group", id: "G" } },
      },
      'Moved "Guides" (A) before "Blog" (B) after G.',
    ],
    [
      "y",
      { after: "z" },
      {
        item: { type: "site-space", id: "Y" },
        position: { after: { type: "site-space", id: "Z" } },
      },
      'Moved "English" (Y) after "German" (Z).',
    ],
    [
      "section:a",
      { before: "link:l" },
      { item: section("A"), position: { before: { type: "site-external-link", id: "L" } } },
      'Moved "Guides" (A) before "Link" (L).',
    ],
    [
      "group:g",
      { before: "site-section:b" },
      { item: { type: "site-section-group", id: "G" }, position: { before: section("B") } },
      'Moved G before "Blog" (B).',
    ],
    [
      "site-space:both",
      { before: "y" },
      {
        item: { type: "site-space", id: "Q" },
        position: { before: { type: "site-space", id: "Y" } },
      },
      'Moved "Both" (Q) before "English" (Y).',
    ],
    [
      "both",
      { before: "a" },
      { item: section("P"), position: { before: section("A") } },
      'Moved "Both" (P) before "Guides" (A).',
    ],
  ])("%s with %j", async (item, flags, body, done) => {
    const { sent, done: sentence } = await sort(item, flags);
    expect(sent).toEqual([["PATCH /orgs/O1/sites/X1/structure/sort", body]]);
    expect(sentence).toBe(done);
  });

  test("looks neighbors up among the possible siblings in the site", async () => {
    const { lookups } = await sort("a", { before: "b", after: "l" });
    const siblings = ["siteSection", "siteSectionGroup", "siteExternalLink"];
    const within = { organizationId: "O1", siteId: "X1" };
    expect(lookups).toEqual([
      {
        of: ["siteSection", "siteSectionGroup", "siteSpace", "siteExternalLink"],
        word: "a",
        label: "<item>",
        within,
      },
      { of: siblings, word: "b", label: "--before", within },
      { of: siblings, word: "l", label: "--after", within },
    ]);
    expect((await sort("y", { before: "z" })).lookups.map(({ of }) => of.length)).toEqual([4, 1]);
  });

  test.each([
    ["both", { before: "y" }, AmbiguousNameError, "both is ambiguous."],
    ["twice", { before: "a" }, AmbiguousNameError, "twice is ambiguous."],
    ["none", { before: "a" }, UsageError, "No none."],
    ["a", { before: "y" }, UsageError, "No y."],
    ["y", { before: "a" }, UsageError, "No a."],
    ["team", { before: "a" }, UsageError, "<item> team is not part of a site."],
    [
      "page:a",
      { before: "b" },
      UsageError,
      '<item> must be an id, a name, or section:ID, group:ID, link:ID or site-space:ID, not "page:a".',
    ],
  ] as const)("%s with %j is refused", async (item, flags, kind, message) => {
    const done = sort(item, flags);
    await expect(done).rejects.toThrow(kind);
    await expect(done).rejects.toThrow(message);
  });

  test.each([["note: a title"], ["id:abc"]])("the word %s is a name", async (word) => {
    const done = sort(word, { before: "a" });
    await expect(done).rejects.toThrow(`No ${word}.`);
  });

  test("needs a neighbor", async () => {
    await expect(sort("a", {})).rejects.toThrow(
      new UsageError("--before or --after is required to move a.", "tome site sort --help"),
    );
  });
});

test.each([
  [
    "position.before A and G are in other parents.",
    '--before "Guides" and G are in other parents.',
  ],
  ["position.after A is missing.", '--after "Guides" is missing.'],
  ["position.other A.", 'position.other "Guides".'],
  ["A position.before", '"Guides" position.before'],
])("the refusal %s names flags and titles", async (message, expected) => {
  const { context } = openScriptedContext({
    more: {
      lookUp: async ({ word }: Lookup) => ({
        noun: "siteSection",
        id: word,
        title: word === "A" ? "Guides" : undefined,
      }),
      client: async () => ({ call: () => Promise.reject(new ApiError(400, message)) }),
    },
  });
  const input = { organizationId: "O1", siteId: "X1", item: "A", before: "G" };
  await expect(sortSite(context, input)).rejects.toThrow(new ApiError(400, expected));
});

/** Names in place of the ids of a suggested command. */
import { describe, expect, test } from "vitest";
import { findHintNames } from "../../../../src/app/resolve/references/hint-names.ts";
import type { Context, PickCandidate } from "../../../../src/context.ts";
import { createPartial } from "../../../support/commands/partial.ts";

const [one, two] = ["S1000000000000000000", "S2000000000000000000"];
const candidate = (id: string, title: string, path = `/${title}`): PickCandidate => ({
  ...{ id, title, path },
  updated: "",
});

/** The names in a hint, and the kinds and parents of the lookups. */
async function find(
  hint: string,
  all: readonly PickCandidate[] | Error,
  { known = [] as readonly string[], words = [] as readonly string[], input = {} } = {},
) {
  const asked: unknown[] = [];
  const context = createPartial<Context>({
    candidates: async (noun: string, within: object) => {
      asked.push([noun, JSON.parse(JSON.stringify(within))]);
      if (all instanceof Error) throw all;
      return all;
    },
  });
  const line = { shared: new Map(), input, words };
  return { names: await findHintNames(hint, line, context, new Set(known)), asked };
}

describe("the name of a space in a suggested command", () => {
  test.each<readonly [string, readonly PickCandidate[], string | undefined]>([
    ["is its title", [candidate(one, "Guide"), candidate(two, "Other")], "Guide"],
    [
      "is its path, if another one has the title",
      [candidate(one, "Guide", "/A/Guide"), candidate(two, "Guide", "/B/Guide")],
      "/A/Guide",
    ],
    [
      "is its id, if another one has the title and the path",
      [candidate(one, "Guide"), candidate(two, "Guide")],
      undefined,
    ],
    ["is its id, if it is unknown", [candidate(two, "Guide")], undefined],
    ["is its id, if the title has a slash", [candidate(one, "A/B")], undefined],
    ["is its path, if the title is like an option", [candidate(one, "-x", "/A/-x")], "/A/-x"],
    ["is its id, if neither can be typed", [candidate(one, "-x", "-x")], undefined],
  ])("%s", async (_, all, name) => {
    const { names } = await find(`tome space get ${one}`, all);
    expect(names).toEqual(name === undefined ? [] : [{ id: one, word: name }]);
  });
});

test.each([
  ["a sentence with a command", `To show it: tome space get ${one}`, [{ id: one, word: "Guide" }]],
  ["no command", "Wait for a minute", []],
  ["a name", "tome space get Guide", []],
  ["a number", "tome cr get 3 --space Guide", []],
  ["a noun", "tome space", []],
  ["an unknown command", `tome nothing ${one}`, []],
])("of %s, the names are found", async (_, hint, expected) => {
  expect((await find(hint, [candidate(one, "Guide")])).names).toEqual(expected);
});

test("no name is looked up that is known, or in an organization that the command cannot name", async () => {
  const hint = `tome site get ${one}`;
  expect((await find(hint, [], { known: [one] })).asked).toEqual([]);
  expect((await find(`tome space get ${one}`, [], { words: ["--org", "O1"] })).asked).toEqual([]);
  expect((await find(hint, [], { words: ["--org", "O1"] })).asked).toHaveLength(1);
});

test("parents come from the suggested command, or else from the command that led to it", async () => {
  const input = { organizationId: "O1", spaceId: "S0", siteId: "D0" };
  const page = "abcdefghij0123456789";
  const { asked } = await find(`tome page get ${page} --space ${one}`, [], { input });
  expect(asked).toEqual([
    ["page", { spaceId: one }],
    ["space", { spaceId: one }],
  ]);
  const without = await find(`tome page get ${page}`, [], { input });
  expect(without.asked).toEqual([["page", { spaceId: "S0" }]]);
});

test("a number names a change request, and a team has no path", async () => {
  const id = "abcdefghij0123456789";
  const request = await find(`tome cr get ${id} --space S`, [candidate(id, "Fix", "12 in Guide")]);
  expect(request.names).toEqual([{ id, word: "12" }]);
  const teams = [candidate(id, "Docs", "3 members"), candidate(two, "Docs", "4 members")];
  expect((await find(`tome team get ${id}`, teams)).names).toEqual([]);
});

test("a failed lookup leaves the ids", async () => {
  expect((await find(`tome space get ${one}`, new Error("Offline."))).names).toEqual([]);
});

test.each(["3", "12"])("the number %s of a change request is not looked up", async (number) => {
  const { asked } = await find(`tome cr get ${number} --space Guide`, []);
  expect(asked).toEqual([]);
});

import { describe, expect, test } from "vitest";
import { openLookups } from "../../../../src/app/resolve/references/open-lookups.ts";
import type { Context, NameLookup, ResolvedSettings } from "../../../../src/context.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { openScriptedClient } from "../../../support/network/scripted-client.ts";

const org = "O1000000000000000000";
const other = "O2000000000000000000";

interface Options {
  readonly settings?: object;
  /** The picked id; without it, there is no terminal. */
  readonly picks?: string;
}

/** Two organizations; the first has two spaces "Guide" and one "Notes". */
function open({ settings = { org: { value: org, from: "flag --org" } }, picks }: Options = {}) {
  const { client, sent } = openScriptedClient(({ line }) => {
    if (/^GET \/orgs(?:\?|$)/.test(line)) {
      return {
        items: [
          { id: org, title: "Acme" },
          { id: other, title: "Other" },
        ],
      };
    }
    if (line.startsWith(`GET /orgs/${org}/spaces`)) {
      return {
        items: [
          { id: "A", title: "Guide", updatedAt: "2020-01-01T00:00:00Z" },
          { id: "B", title: "Guide", updatedAt: "2021-01-01T00:00:00Z" },
          { id: "C", title: "Notes" },
        ],
      };
    }
    return { items: [] };
  });
  const asked: unknown[] = [];
  const lookups = openLookups(
    createPartial<ResolvedSettings>({ local: false, ...settings }),
    createPartial<Context["local"]>({ organization: async () => org }),
    {
      interactive: picks !== undefined,
      pick: async (question, options) => {
        asked.push([question, options.map(({ value }) => value)]);
        return picks ?? "";
      },
    },
    async () => client,
  );
  return { ...lookups, sent, asked };
}

const asking = (word: string, of: NameLookup["of"] = ["space"]): NameLookup => ({
  of,
  word,
  label: "--space",
  within: {},
});

describe("a lookup", () => {
  test("of an id of one kind needs no request", async () => {
    const { lookUp, sent } = open();
    const id = "S1000000000000000000";
    expect(await lookUp(asking(id))).toEqual({ noun: "space", id });
    expect(sent).toEqual([]);
  });

  test("of an ambiguous name asks once, with the last changed choice first", async () => {
    const { lookUp, asked } = open({ picks: "A" });
    const result = { noun: "space", id: "A", title: "Guide" };
    expect(await lookUp(asking("Guide"))).toEqual(result);
    expect(await lookUp(asking("Guide"))).toEqual(result);
    expect(asked).toEqual([['Which space? "Guide" matches 2:', ["B", "A"]]]);
    // A lookup in another place is another question.
    await lookUp({ ...asking("Guide"), within: { organizationId: org } });
    expect(asked).toHaveLength(2);
  });

  test("of an ambiguous name has the typed word as title if the picked id is not listed", async () => {
    const { lookUp } = open({ picks: "Z" });
    expect(await lookUp(asking("Guide"))).toEqual({ noun: "space", id: "Z", title: "Guide" });
  });

  test.each([
    ["without a terminal", {}, ["space"]],
    ["of several kinds", { picks: "A" }, ["space", "collection"]],
  ] as const)("of an ambiguous name %s fails", async (_, options, of) => {
    const { lookUp, asked } = open(options);
    await expect(lookUp(asking("Guide", of))).rejects.toThrow(/"Guide".* matches 2/);
    expect(asked).toEqual([]);
  });

  test("of an unknown name fails without a question", async () => {
    const { lookUp, asked } = open({ picks: "A" });
    await expect(lookUp(asking("No where"))).rejects.toThrow(/^No space matches .*"No where"/);
    expect(asked).toEqual([]);
  });
});

describe("names are searched", () => {
  const searched = (sent: readonly unknown[]) =>
    sent.flatMap((line) => /^GET \/orgs\/(\w+)\/spaces/.exec(String(line))?.[1] ?? []);

  test.each([
    ["in the organization of the settings", { org: { value: org, from: "x" } }, [org]],
    ["in the organization that they name", { org: { value: "Other", from: "x" } }, [other]],
    ["in the local organization", { local: true }, [org]],
    [
      "in the organization of the settings on the local platform",
      { local: true, org: { value: other, from: "x" } },
      [other],
    ],
    ["in all organizations without a setting", {}, [org, other]],
  ])("%s", async (_, settings, expected) => {
    const { lookUp, sent } = open({ settings });
    await lookUp(asking("Notes")).catch(() => undefined);
    expect([...new Set(searched(sent))]).toEqual(expected);
  });

  test("once for any number of names", async () => {
    const { lookUp, sent } = open();
    await Promise.all([lookUp(asking("Notes")), lookUp(asking("Notes"))]);
    await lookUp(asking("C")).catch(() => undefined);
    expect(searched(sent)).toEqual([org]);
  });

  test("in a setting, with its source in the message", async () => {
    const settings = { org: { value: "No where", from: "environment TOME_ORG" } };
    await expect(open({ settings }).lookUp(asking("Notes"))).rejects.toThrow(
      "The organization from environment TOME_ORG",
    );
  });
});

test.each([
  [{}, undefined],
  [{ space: { value: "S1000000000000000000", from: "x" } }, "S1000000000000000000"],
  [{ space: { value: "Notes", from: "x" } }, "C"],
])("the parent of %j is %s", async (settings, id) => {
  const { parentId } = open({ settings: { org: { value: org, from: "x" }, ...settings } });
  expect(await parentId("space")).toBe(id);
});

test("candidates are the resources with names, and comments by their text", async () => {
  const { candidates } = open();
  expect((await candidates("space", {})).map(({ id }) => id)).toEqual(["A", "B", "C"]);
  expect(await candidates("comment", { spaceId: "S1" })).toEqual([]);
});

import { describe, expect, test } from "vitest";
import { openReferences } from "../../../../src/app/resolve/references/reference-lookup.ts";
import type { NameLookup, ResolvedSettings } from "../../../../src/context.ts";
import { openScriptedClient } from "../../../support/network/scripted-client.ts";

const org = "O1000000000000000000";
const other = "O2000000000000000000";

/** Two organizations, each with a space. */
function open(settings: Pick<ResolvedSettings, "org" | "local">) {
  const { client, sent } = openScriptedClient(({ line }) => {
    if (/^GET \/orgs(?:\?|$)/.test(line)) {
      return {
        items: [
          { id: org, title: "Acme" },
          { id: other, title: "Other" },
        ],
      };
    }
    if (line.includes(`/orgs/${org}/spaces`)) return { items: [{ id: "A", title: "Guide" }] };
    if (line.includes(`/orgs/${other}/spaces`)) return { items: [{ id: "B", title: "Notes" }] };
    return line.endsWith("/Nosuch") ? 404 : { items: [] };
  });
  const local = { organization: async () => other };
  return { ...openReferences(settings, local, async () => client), sent };
}

const asking = (word: string, within: NameLookup["within"] = {}): NameLookup => ({
  of: ["space"],
  word,
  label: "--space",
  within,
});
const fromFlag = (value: string) => ({ org: { value, from: "flag --org" }, local: false });

describe("a name is searched", () => {
  test.each<[where: string, settings: Parameters<typeof open>[0], spaces: string[]]>([
    ["in all organizations of the user", { org: undefined, local: false }, ["A", "B"]],
    ["in the organization of the settings", fromFlag(org), ["A"]],
    ["in an organization by its name", fromFlag("other"), ["B"]],
    [
      "in the organization of the settings on a local platform",
      { ...fromFlag(org), local: true },
      ["A"],
    ],
    ["in the organization of the local platform", { org: undefined, local: true }, ["B"]],
  ])("%s", async (_, settings, spaces) => {
    const { things } = open(settings);
    expect((await things("space", {})).map(({ id }) => id)).toEqual(spaces);
  });

  test("in the organization that the command specifies", async () => {
    const { lookUp } = open(fromFlag(org));
    expect(await lookUp(asking("Notes", { organizationId: other }))).toMatchObject({ id: "B" });
  });
});

test("an unknown organization is named with its source", async () => {
  const { things } = open({ org: { value: "Nosuch", from: "TOME_ORG" }, local: false });
  await expect(things("space", {})).rejects.toThrow(
    'No organization matches The organization from TOME_ORG, "Nosuch"',
  );
});

test("the same name is looked up once, with the same result", async () => {
  const { lookUp, sent } = open(fromFlag(org));
  const first = lookUp(asking("Guide"));
  expect(lookUp(asking("Guide"))).toBe(first);
  expect(await first).toEqual({ noun: "space", id: "A", title: "Guide" });
  const count = sent.length;
  await lookUp(asking("Guide"));
  expect(sent).toHaveLength(count);
});

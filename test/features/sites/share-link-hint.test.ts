import { expect, test } from "vitest";
import type { Context, JsonObject } from "../../../src/context.ts";
import type { Transport } from "../../../src/contract/wire.ts";
import { describeShareLinks } from "../../../src/features/sites/share-link-hint.ts";
import { getClient } from "../../support/network/client.ts";

/** The sentence about the share links of a site with these links. */
async function describeLinks(links: readonly JsonObject[]): Promise<string> {
  // Each page has one link, so that all pages have to be read.
  const transport: Transport = async ({ url }) => {
    const at = Number(new URL(url).searchParams.get("page") ?? 0);
    const next = at + 1 < links.length ? { next: { page: String(at + 1) } } : {};
    const body = JSON.stringify({ items: links.slice(at, at + 1), ...next });
    return { status: 200, headers: { "content-type": "application/json" }, body };
  };
  const context: Partial<Context> = {
    parentId: async () => "O1",
    client: async () => getClient("https://api.example.com", { transport }),
  };
  const text = (await describeShareLinks(context as Context, { id: "site_a1" })) ?? "";
  return text.replace(/^Active share links: (.*)\. To create one .*$/, "$1");
}

const link = (name: string, active?: boolean, expiresAt: string | null = null): JsonObject => ({
  name,
  expiresAt,
  ...(active !== undefined && { active }),
});
const end = "2027-01-01T00:00:00Z";

test.each([
  [[], "none"],
  [[link("A", true)], '"A" (does not expire)'],
  [[link("A", true, end)], '"A"'],
  // A platform may not report whether a link is active.
  [[link("A")], '"A" (does not expire)'],
  [[link("A", false)], "none"],
  [[link("A", false), link("B", true, end), link("C", false, end)], '"B"'],
  [["A", "B", "C"].map((name) => link(name, true, end)), '"A", "B", "C"'],
  [["A", "B", "C", "D", "E"].map((name) => link(name, true, end)), '"A", "B", "C" and 2 more'],
  [["A", "B", "C", "D", "E"].map((name) => link(name, name < "D", end)), '"A", "B", "C"'],
])("of %j, the active ones are %s", async (links, expected) => {
  expect(await describeLinks(links)).toBe(expected);
});

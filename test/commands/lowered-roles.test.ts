/** Writes that compare the roles in a resource before and after, because they can lower some. */
import { expect, test } from "vitest";
import type { MutationVerb } from "../../src/commands/verb.ts";
import type { JsonObject } from "../../src/json/values.ts";
import { openScriptedContext } from "../support/commands/scripted-context.ts";
import { everyVerb } from "./tree.ts";

const ids = { organizationId: "O1", spaceId: "X1", collectionId: "X1", siteId: "X1" };
const user = { id: "U1", displayName: "Ada" };

/** The field that can lower roles; undefined for a grant. */
const fields: Readonly<Record<string, string | undefined>> = {
  "space update": "defaultLevel",
  "space permission grant": undefined,
  "collection update": "defaultLevel",
  "collection permission grant": undefined,
  "site permission grant": undefined,
};

const verbs = new Map<string, MutationVerb>();
for (const [words, verb] of await everyVerb()) {
  if (verb.kind === "mutation" && verb.loadComparison !== undefined) verbs.set(words, verb);
}

test("the writes that can lower roles are known", () => {
  expect([...verbs.keys()].toSorted()).toEqual(Object.keys(fields).toSorted());
});

/** The warning after a write during which the role of a user changed from admin to read. */
async function compare(words: string, input: JsonObject) {
  const remaining = ["admin", "read"];
  const { context, sent } = openScriptedContext({
    screen: true,
    answer: () => ({ items: [{ permission: remaining.shift(), user }] }),
  });
  const run = await verbs.get(words)?.loadComparison?.();
  const finish = await run?.(context, { ...ids, ...input });
  return { warning: await finish?.(), sent };
}

test.each(Object.entries(fields))(
  "%s warns if a user has a lower role afterwards",
  async (words, field) => {
    const { warning, sent } = await compare(words, { ...(field && { [field]: "read" }) });
    expect(warning).toContain("This lowers the role of 1 user: Ada (admin → read).");
    expect(sent).toHaveLength(2);
  },
);

test.each(Object.keys(fields).filter((words) => fields[words] !== undefined))(
  "%s does not compare the roles after other changes",
  async (words) => {
    expect(await compare(words, { title: "Guide" })).toEqual({ warning: undefined, sent: [] });
  },
);

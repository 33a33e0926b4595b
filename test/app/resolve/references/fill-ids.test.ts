/** Names in the input of a command, and the lookups for them. */
import { describe, expect, test } from "vitest";
import { listParameters, type Parameter } from "../../../../src/app/parse/parameters.ts";
import { fillReferences, withStandIns } from "../../../../src/app/resolve/references/fill-ids.ts";
import type { Verb } from "../../../../src/commands/verb.ts";
import type { Context, NameLookup } from "../../../../src/context.ts";
import type { JsonValue } from "../../../../src/json/values.ts";
import { everyVerb } from "../../../commands/tree.ts";
import { createPartial } from "../../../support/commands/partial.ts";

const verbs = new Map(await everyVerb());

function getVerb(line: string): Verb {
  const verb = verbs.get(line);
  if (verb === undefined) throw new Error(`There is no command ${line}.`);
  return verb;
}

/** The lookups of a command with these values of its flags and arguments, and the filled values. */
async function fill(line: string, given: Readonly<Record<string, JsonValue>>, interactive = false) {
  const verb = getVerb(line);
  const parameters = listParameters(verb);
  const values = new Map(
    Object.entries(given).map(([name, value]): [Parameter, JsonValue] => {
      const parameter = parameters.find((one) => one.name === name);
      if (parameter === undefined) throw new Error(`${line} has no ${name}.`);
      return [parameter, value];
    }),
  );
  const asked: NameLookup[] = [];
  const context = createPartial<Context>({
    terminal: { interactive },
    lookUp: async (lookup: NameLookup) => {
      asked.push(lookup);
      return { noun: lookup.of[0], id: `id-${lookup.word}`, title: lookup.word };
    },
  });
  const named = await fillReferences(values, verb, context);
  const filled = Object.fromEntries([...values].map(([{ name }, value]) => [name, value]));
  return { asked, named, filled };
}

describe("without a terminal, a name must be exact", () => {
  test.each([
    ["space delete", "space", true],
    ["collection delete", "collection", true],
    ["space transfer", "space", true],
    ["site unpublish", "site", true],
    ["space permission remove", "space", true],
    ["cr merge", "space", true],
    // These ask, and delete nothing.
    ["member disable", "user", true],
    ["member offboard", "user", true],
    ["member enable", "user", false],
    ["space get", "space", false],
    ["space update", "space", false],
    ["page list", "space", false],
    // Only asks if it affects the current user.
    ["space permission grant", "space", false],
    ["space permission update", "space", false],
  ])("%s --%s: %s", async (line, name, isStrict) => {
    const { asked } = await fill(line, { [name]: "Guide" });
    expect(asked.map(({ strict }) => strict)).toEqual([isStrict]);
    const onTerminal = await fill(line, { [name]: "Guide" }, true);
    expect(onTerminal.asked.map(({ strict }) => strict)).toEqual([false]);
  });
});

test("parents are looked up first, and narrow the others", async () => {
  const { asked, filled, named } = await fill("page get", { page: "Start", space: "Guide" });
  expect(asked.map(({ word, within }) => [word, within.spaceId])).toEqual([
    ["Guide", undefined],
    ["Start", "id-Guide"],
  ]);
  expect(filled).toEqual({ page: "id-Start", space: "id-Guide" });
  expect(named.map(({ word, id, title }) => [word, id, title])).toEqual([
    ["Guide", "id-Guide", "Guide"],
    ["Start", "id-Start", "Start"],
  ]);
});

test("ids are kept without a lookup, also in a list", async () => {
  const id = "abcdefghij0123456789";
  const { asked, filled } = await fill("space permission grant", {
    space: id,
    user: ["Ada", id, "Bob"],
  });
  expect(asked.map(({ word }) => word)).toEqual(["Ada", "Bob"]);
  expect(filled).toEqual({ space: id, user: ["id-Ada", id, "id-Bob"] });
});

test("stand-ins are equal for equal names of a kind, and ids are kept", async () => {
  const parameters = listParameters(getVerb("space permission grant"));
  const pick = (name: string): Parameter => {
    const found = parameters.find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return found;
  };
  const values = new Map<Parameter, JsonValue>([
    [pick("space"), "Ada"],
    [pick("user"), ["Ada", "Bob", "Ada"]],
  ]);
  const filled = await withStandIns(values);
  const [ada, bob, again] = [filled.get(pick("user"))].flat();
  expect(ada).toBe(again);
  expect(new Set([ada, bob, filled.get(pick("space"))]).size).toBe(3);
  expect(values.get(pick("space"))).toBe("Ada");
});

test.each([...verbs].filter(([, { kind }]) => kind === "mutation"))(
  "%s needs an exact name without a terminal if it deletes, transfers or unpublishes",
  async (_, verb) => {
    if (verb.kind !== "mutation") throw new Error("It is not a mutation.");
    const [parameter] = listParameters(verb).filter(({ field }) => field.kind === "id");
    const strict: unknown[] = [];
    const context = createPartial<Context>({
      terminal: { interactive: false },
      lookUp: async (lookup: NameLookup) => {
        strict.push(lookup.strict);
        return { noun: lookup.of[0], id: "id" };
      },
    });
    const values = new Map<Parameter, JsonValue>(
      parameter === undefined ? [] : [[parameter, "A name"]],
    );
    // Even without a question.
    await fillReferences(values, { ...verb, confirm: undefined }, context);
    const takesAway = verb.endpoints.some(({ route }) =>
      /^DELETE |\/transfer$|\/unpublish$/.test(route),
    );
    expect(strict.filter((one) => one !== takesAway)).toEqual([]);
  },
);

test("the destination of a transfer is not the organization of the space", async () => {
  const flag = listParameters(getVerb("space transfer")).find(({ isArgument }) => !isArgument);
  const { asked } = await fill("space transfer", { space: "Guide", [flag?.name ?? ""]: "Other" });
  const within = new Map(asked.map((lookup) => [lookup.word, lookup.within]));
  expect([...within.keys()].toSorted()).toEqual(["Guide", "Other"]);
  expect(within.get("Guide")?.organizationId).toBeUndefined();
});

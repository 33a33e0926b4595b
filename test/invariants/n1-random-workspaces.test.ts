/**
 * Names in random workspaces: a name selects one resource or none, and each resource has a name or
 * an id.
 */
import { expect, test } from "vitest";
import { openCatalogue } from "../../src/app/resolve/references/catalogue.ts";
import { openReferences } from "../../src/app/resolve/references/reference-lookup.ts";
import { isId } from "../../src/app/resolve/references/reference-syntax.ts";
import { findShortestName, match } from "../../src/app/resolve/references/resolve.ts";
import { openClient } from "../../src/client/client.ts";
import type { NamedReference } from "../../src/context.ts";
import { UsageError } from "../../src/errors.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { clashingTitles as titles } from "../support/generators/clashing-titles.ts";
import { type Random, randomFrom } from "../support/generators/random.ts";

interface Item {
  readonly noun: "space" | "collection";
  readonly id: string;
  readonly title: string;
  readonly parent: Item | undefined;
}

function workspaceFrom(random: Random): readonly Item[] {
  const items: Item[] = [];
  const add = (noun: Item["noun"]) => {
    const id = `${noun === "space" ? "s" : "c"}${String(items.length).padStart(19, "0")}`;
    const parents = items.filter((one) => one.noun === "collection");
    const parent = parents.length > 0 && random.chance(0.7) ? random.pick(parents) : undefined;
    items.push({ noun, id, title: random.pick(titles), parent });
  };
  for (let count = random.below(5); count > 0; count--) add("collection");
  for (let count = 1 + random.below(8); count > 0; count--) add("space");
  return items;
}

function getClient(items: readonly Item[]) {
  return openClient({
    baseUrl: "http://platform.test",
    token: "token",
    userAgent: "test",
    async transport({ url }) {
      const noun = url.includes("/spaces") ? "space" : "collection";
      const one = /\/v1\/(?:spaces|collections)\//.test(url);
      const answer = items
        .filter((item) => item.noun === noun)
        .map(({ id, title, parent }) => ({ object: noun, id, title, parent: parent?.id }));
      const body = one ? { error: { code: 404, message: "No." } } : { items: answer };
      return {
        status: one ? 404 : 200,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      };
    },
  });
}

/** The titles from the top level down. */
function getPath({ title, parent }: Item): readonly string[] {
  return [...(parent === undefined ? [] : getPath(parent)), title];
}

/** The meaning of a name by the rules: the first rule in this order that matches any resource. */
function meant(word: string, items: readonly Item[]): readonly Item[] {
  if (word.trim() === "") return [];
  const forced = word.startsWith("=");
  const text = forced ? word.slice(1) : word;
  const same = [
    (one: string) => one.normalize("NFC") === text.normalize("NFC"),
    (one: string) => one.normalize("NFC").toLowerCase() === text.normalize("NFC").toLowerCase(),
  ];
  for (const is of same) {
    const whole = items.filter((item) => is(`/${getPath(item).join("/")}`));
    if (!forced && whole.length > 0) return whole;
    const named = items.filter((item) =>
      forced ? is(item.title) : getPath(item).some((_, at, path) => is(path.slice(at).join("/"))),
    );
    if (named.length > 0) return named;
  }
  return [];
}

const workspaces = amount({ short: 4, all: 10, full: 1000 });

slowTest(
  "a name selects the resource that the rules define, or the command is refused",
  async () => {
    const random = randomFrom();
    for (let left = workspaces; left > 0; left--) {
      const all = workspaceFrom(random);
      const client = getClient(all);
      const { lookUp } = openReferences(
        { org: { value: "O1000000000000000000", from: "a test" }, local: false },
        { organization: async () => "" },
        async () => client,
      );
      const paths = all.map((item) => getPath(item).join("/"));
      const words = [...titles, ...paths, ...paths.map((path) => `/${path}`)];
      for (const noun of ["space", "collection"] as const) {
        const items = all.filter((item) => item.noun === noun);
        for (const word of words.flatMap((one) => [one, `=${one}`, one.toUpperCase()])) {
          if (isId(noun, word) || word.startsWith("id:")) continue;
          const found = await lookUp({ of: [noun], word, label: "<it>", within: {} }).catch(
            (error: unknown) => {
              if (!(error instanceof UsageError)) throw error;
              return undefined;
            },
          );
          const [only, ...others] = meant(word, items);
          const expected: NamedReference | undefined =
            only === undefined || others.length > 0
              ? undefined
              : { noun, id: only.id, title: only.title };
          expect(found, `seed ${random.seed}: ${noun} ${JSON.stringify(word)}`).toEqual(expected);
        }
      }
    }
  },
);

test("every resource is selected by its unique path and by the suggested name", async () => {
  const random = randomFrom();
  for (let left = workspaces; left > 0; left--) {
    const all = workspaceFrom(random);
    const client = getClient(all);
    const catalogue = openCatalogue(
      async () => client,
      async () => ["O1000000000000000000"],
    );
    const things = await catalogue.things("space", {}, true);
    const spaces = all.filter((item) => item.noun === "space");
    for (const space of spaces) {
      const path = `/${getPath(space).join("/")}`;
      const isOwn = spaces.every(
        (one) =>
          one === space || `/${getPath(one).join("/")}`.normalize("NFC") !== path.normalize("NFC"),
      );
      const thing = things.find(({ id }) => id === space.id);
      if (thing === undefined) throw new Error(`${space.id} is not listed.`);
      const message = `seed ${random.seed}: ${JSON.stringify(path)}`;
      const reached = match(things, { text: path, as: "any" });
      if (isOwn) expect(reached, message).toEqual({ things: [thing], exact: true });
      const word = findShortestName(thing, things);
      if (word === space.id) continue;
      const text = word.replace(/^=/, "");
      const as = word === text ? "any" : "title";
      expect(match(things, { text, as }), `${message} as ${word}`).toEqual({
        things: [thing],
        exact: true,
      });
    }
  }
  report("N1", `${workspaces} trees of spaces: each is reached by a path that is its own`);
});

/** Looks names up for one command line: each list is read once, however many things are named. */
import type {
  Client,
  LocalPlatform,
  NamedReference,
  NameLookup,
  Settings,
} from "../../../context.ts";
import { objectIn } from "../../../json/values.ts";
import type { NamedNoun } from "./form.ts";
import { resolve } from "./resolve.ts";
import type { Thing } from "./thing.ts";
import { type Catalogue, openCatalogue, type Within } from "./things.ts";

export interface References {
  /** @throws UsageError if the word names several things; NotNamed if it names none */
  readonly lookUp: (asked: NameLookup) => Promise<NamedReference>;
  /** All things of a kind, with their paths. */
  readonly things: (noun: NamedNoun, within: Within) => Promise<readonly Thing[]>;
}

/** @param client reads, and is not the one that writes */
export function openReferences(
  settings: Pick<Settings, "org" | "local">,
  local: Pick<LocalPlatform, "organization">,
  client: () => Promise<Client>,
): References {
  let mine: Promise<readonly string[]> | undefined;
  const found = new Map<string, Promise<NamedReference>>();

  /** The organization in force; without one, all that the caller is in. */
  function organizations(): Promise<readonly string[]> {
    mine ??= organizationsInForce();
    return mine;
  }

  async function organizationsInForce(): Promise<readonly string[]> {
    const { org } = settings;
    if (org !== undefined) {
      const label = `The organization from ${org.from},`;
      return [(await lookUp({ of: ["org"], word: org.value, label, within: {} })).id];
    }
    if (settings.local) return [await local.organization()];
    const { list } = await import("../../../contract/organization.ts");
    const ids: string[] = [];
    for await (const { items } of (await client()).pages(list, {}, { size: 1000 })) {
      for (const { id } of items.map(objectIn)) if (typeof id === "string") ids.push(id);
    }
    return ids;
  }

  const catalogue: Catalogue = openCatalogue(client, organizations);

  function lookUp(asked: NameLookup): Promise<NamedReference> {
    const key = JSON.stringify(asked);
    const known = found.get(key) ?? resolve(asked, catalogue, client);
    found.set(key, known);
    return known;
  }

  return { lookUp, things: (noun, within) => catalogue.things(noun, within, true) };
}

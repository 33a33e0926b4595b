/** Name lookups for one command line. Each list is read once, regardless of the number of names. */
import type {
  ApiClient,
  LocalPlatform,
  NamedReference,
  NameLookup,
  ResolvedSettings,
} from "../../../context.ts";
import { asObject } from "../../../json/values.ts";
import type { NamedCandidate } from "./candidate.ts";
import { type Catalogue, openCatalogue, type Within } from "./catalogue.ts";
import type { NamedNoun } from "./reference-syntax.ts";
import { resolve } from "./resolve.ts";

export interface ReferenceLookup {
  /** @throws UsageError for an ambiguous word; NameNotFoundError for an unknown one */
  readonly lookUp: (asked: NameLookup) => Promise<NamedReference>;
  /** All resources of a kind, with their paths. */
  readonly things: (noun: NamedNoun, within: Within) => Promise<readonly NamedCandidate[]>;
}

/** @param client reads, and is not the one that writes */
export function openReferences(
  settings: Pick<ResolvedSettings, "org" | "local">,
  local: Pick<LocalPlatform, "organization">,
  client: () => Promise<ApiClient>,
): ReferenceLookup {
  let mine: Promise<readonly string[]> | undefined;
  const found = new Map<string, Promise<NamedReference>>();

  /** The current organization; without one, all organizations of the user. */
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
      for (const { id } of items.map(asObject)) if (typeof id === "string") ids.push(id);
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

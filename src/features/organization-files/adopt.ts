/** Takes things that are there already for what files describe, where a person says so. */
import type { Context } from "../../context.ts";
import type { Noun } from "../../contract/nouns.ts";
import { UsageError } from "../../errors.ts";
import type { Ids } from "./ids.ts";
import type { LiveThings } from "./live.ts";
import type { Locked } from "./lock.ts";
import { getSite, type Kind, nounOf, type Wanted } from "./thing.ts";

/** What names are looked up as; members and specifications are known by what the files call them. */
const nouns: Readonly<Partial<Record<Kind, Noun>>> = {
  team: "team",
  collection: "collection",
  space: "space",
  site: "site",
  group: "siteSectionGroup",
  section: "siteSection",
  "site-space": "siteSpace",
  link: "siteExternalLink",
};

/**
 * @returns the addresses that stand for something now
 * @throws UsageError for an address that no file has or that stands for something already, and for a
 * name that several things have; NotNamed if none has it
 */
export async function adopt(
  context: Context,
  {
    organizationId,
    adopt: asked = [],
  }: { organizationId: string; adopt?: readonly string[] | undefined },
  things: ReadonlyMap<string, Wanted>,
  locked: Map<string, Locked>,
  ids: Ids,
): Promise<ReadonlySet<string>> {
  const adopted = new Set<string>();
  for (const words of asked) {
    const [, address = "", word = ""] = /^([^=]+)=(.+)$/s.exec(words) ?? [];
    const wanted = things.get(address);
    const noun = wanted && nouns[wanted.kind];
    if (wanted === undefined || noun === undefined) {
      throw new UsageError(
        `--adopt ${words}: ${address === "" ? "write it as spaces/<key>=<name or id>" : `${address} is nothing that the files have and that can be adopted`}.`,
      );
    }
    const siteId = wanted.address.split("/").length > 2 ? ids.findId(getSite(address)) : undefined;
    const { id } = await context.lookUp({
      of: [noun],
      word,
      label: "--adopt",
      within: { organizationId, siteId },
      strict: true,
    });
    const { kind } = wanted;
    const other = ids.getAddress(kind, id);
    if (other === address) continue;
    if (!other.startsWith("id:")) {
      throw new UsageError(`--adopt ${words}: ${id} is ${other} already.`);
    }
    if (locked.has(address)) {
      throw new UsageError(
        `--adopt ${words}: ${address} is the ${nounOf[kind]} ${locked.get(address)?.id} already.`,
      );
    }
    locked.set(address, { kind, id, protect: false, fields: new Map() });
    ids.set(kind, address, id);
    adopted.add(address);
  }
  return adopted;
}

/**
 * A section is made with its first site space. Where the answer was lost, only the section was adopted;
 * its site spaces that lead where the files want come with it, or they would be made a second time.
 * @param named the addresses that a person or a journal has named, of sections and of other things
 * @returns whether there were any
 */
export function adoptSiteSpaces(
  named: ReadonlySet<string>,
  things: ReadonlyMap<string, Wanted>,
  live: LiveThings,
  locked: Map<string, Locked>,
  ids: Ids,
): boolean {
  const kind = "site-space";
  const free = [...live.values()].filter(
    (one) => one.kind === kind && ids.getAddress(kind, one.id).startsWith("id:"),
  );
  const before = locked.size;
  for (const { address, kind: of, fields } of things.values()) {
    const section = fields.get("section");
    if (of !== kind || locked.has(address) || !named.has(String(section))) continue;
    const at = free.findIndex(
      (one) =>
        one.fields.get("section") === section && one.fields.get("space") === fields.get("space"),
    );
    const [found] = at === -1 ? [] : free.splice(at, 1);
    if (found === undefined) continue;
    locked.set(address, { kind, id: found.id, protect: false, fields: new Map() });
    ids.set(kind, address, found.id);
  }
  return locked.size > before;
}

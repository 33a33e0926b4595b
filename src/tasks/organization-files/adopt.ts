/** Takes things that are there already for what files describe, where a person says so. */
import type { Context } from "../../context.ts";
import type { Noun } from "../../contract/nouns.ts";
import { UsageError } from "../../errors.ts";
import type { Ids } from "./ids.ts";
import type { Locked } from "./lock.ts";
import { type Kind, nounOf, siteOf, type Wanted } from "./thing.ts";

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
): Promise<void> {
  for (const words of asked) {
    const [, address = "", word = ""] = /^([^=]+)=(.+)$/s.exec(words) ?? [];
    const wanted = things.get(address);
    const noun = wanted && nouns[wanted.kind];
    if (wanted === undefined || noun === undefined) {
      throw new UsageError(
        `--adopt ${words}: ${address === "" ? "write it as spaces/<key>=<name or id>" : `${address} is nothing that the files have and that can be adopted`}.`,
      );
    }
    const siteId = wanted.address.split("/").length > 2 ? ids.idOf(siteOf(address)) : undefined;
    const { id } = await context.lookUp({
      of: [noun],
      word,
      label: "--adopt",
      within: { organizationId, siteId },
      strict: true,
    });
    const { kind } = wanted;
    const other = ids.addressOf(kind, id);
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
  }
}

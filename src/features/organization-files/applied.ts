/** What a run has done so far: what the lock has to know of it. */
import type { JsonValue } from "../../context.ts";
import { formatDigests } from "./compare.ts";
import type { Locked } from "./lock.ts";
import type { Plan } from "./step.ts";
import { computeDigest, getSite, isSame, parseKind } from "./thing.ts";
import { showLive } from "./variables.ts";

export class Applied {
  /** The addresses of what was created. */
  readonly made = new Set<string>();
  /** `<kind> <id>` of what was deleted. */
  readonly deleted = new Set<string>();
  /** What the platform keeps in its own way, as sentences. */
  readonly notes: string[] = [];
  readonly #digests = new Map<string, Map<string, string | undefined>>();

  /**
   * Notes what was applied, and what the platform made of it.
   * @param over what others had put there; undefined if nobody had
   */
  note(address: string, field: string, to: JsonValue, kept: JsonValue, over?: JsonValue): void {
    const digests = this.#digests.get(address) ?? new Map<string, string | undefined>();
    this.#digests.set(address, digests);
    const isRemoved = to === null && field.includes("/");
    const noted = formatDigests({
      sent: computeDigest(to),
      kept: computeDigest(kept),
      over: over === undefined ? undefined : computeDigest(over),
    });
    digests.set(field, isRemoved ? undefined : noted);
    if (isSame(to, kept)) return;
    const kind = parseKind(address);
    const show = (value: JsonValue) =>
      JSON.stringify(kind === undefined ? value : showLive(kind, field, value));
    const [sent, has] = [show(to), show(kept)];
    this.notes.push(`${address}: the platform keeps ${field} as ${has}, not as ${sent}.`);
  }

  /** @returns the things of a lock, with what was done */
  locked(before: ReadonlyMap<string, Locked>, { wanted, ids }: Plan): Map<string, Locked> {
    const locked = new Map(before);
    for (const address of new Set([...this.made, ...this.#digests.keys()])) {
      const thing = wanted.things.get(address);
      const id = ids.findId(address);
      if (thing === undefined || id === undefined) continue;
      const { kind, protect } = thing;
      const fields = new Map(this.made.has(address) ? [] : before.get(address)?.fields);
      for (const [field, digest] of this.#digests.get(address) ?? []) {
        if (digest === undefined) fields.delete(field);
        else fields.set(field, digest);
      }
      locked.set(address, { kind, id, protect, fields });
    }
    for (const [address, { kind, id }] of [...locked]) {
      const isGone = this.deleted.has(`${kind} ${id}`);
      const site = address.split("/").length > 2 ? before.get(getSite(address)) : undefined;
      const isOfSite = site !== undefined && this.deleted.has(`site ${site.id}`);
      if (isGone || isOfSite) locked.delete(address);
    }
    return locked;
  }
}

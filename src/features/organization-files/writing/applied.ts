/** Record of the changes of an apply, for the lock file. */
import type { JsonValue } from "../../../context.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { showLive } from "../desired/variables.ts";
import type { LockRecord } from "../lock.ts";
import { formatDigests } from "../planning/compare.ts";
import { computeDigest, getSite, isSame, parseKind } from "../resource.ts";
import type { FilesPlan } from "../step.ts";

/** The parts of a plan that the lock file depends on. */
interface AppliedPlan {
  readonly wanted: Pick<FilesPlan["wanted"], "things">;
  readonly ids: Pick<FilesPlan["ids"], "findId">;
}

export class AppliedChanges {
  /** The addresses of created resources. */
  readonly made = new Set<string>();
  /** `<kind> <id>` of each deleted resource. */
  readonly deleted = new Set<string>();
  /** The user id of each invited member who has to accept first, by address. */
  readonly invited = new Map<string, string>();
  /** Sentences about values that the platform stored in another form. */
  readonly notes: string[] = [];
  readonly #digests = new Map<string, Map<string, string | undefined>>();

  /**
   * Records an applied value and the value that the platform stored.
   * @param over the value of another user that was overwritten; undefined if there was none
   */
  note(address: string, field: string, to: JsonValue, stored: JsonValue, over?: JsonValue): void {
    const digests = this.#digests.get(address) ?? new Map<string, string | undefined>();
    this.#digests.set(address, digests);
    const isRemoved = to === null && field.includes("/");
    const digest = formatDigests({
      sent: computeDigest(to),
      kept: computeDigest(stored),
      over: over === undefined ? undefined : computeDigest(over),
    });
    digests.set(field, isRemoved ? undefined : digest);
    if (isSame(to, stored)) return;
    const kind = parseKind(address);
    const show = (value: JsonValue) =>
      writeJson(kind === undefined ? value : showLive(kind, field, value));
    const [sentText, storedText] = [show(to), show(stored)];
    this.notes.push(
      `${address}: the platform stored ${field} as ${storedText} instead of ${sentText}.`,
    );
  }

  /** @returns the resources of a lock, with the recorded changes */
  locked(
    before: ReadonlyMap<string, LockRecord>,
    { wanted, ids }: AppliedPlan,
  ): Map<string, LockRecord> {
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
    for (const [address, id] of this.invited) {
      const protect = wanted.things.get(address)?.protect === true;
      locked.set(address, { kind: "member", id, protect, fields: new Map() });
    }
    for (const [address, { kind, id }] of [...locked]) {
      const isWithdrawn = kind === "member" && this.deleted.has(`invitation ${id}`);
      const isGone = isWithdrawn || this.deleted.has(`${kind} ${id}`);
      const site = address.split("/").length > 2 ? before.get(getSite(address)) : undefined;
      const isOfSite = site !== undefined && this.deleted.has(`site ${site.id}`);
      if (isGone || isOfSite) locked.delete(address);
    }
    return locked;
  }
}

/** What apply would do: the files, the lock and the platform compared, and everything that is refused. */
import type { Context } from "../../context.ts";
import { textIn } from "../../json/values.ts";
import { openOrganization } from "../organization/reading.ts";
import { adopt, adoptSiteSpaces } from "./adopt.ts";
import { type Change, compare } from "./compare.ts";
import { listDeletions } from "./deletions.ts";
import { Ids } from "./ids.ts";
import { type LiveThings, liveKey, readLive } from "./live.ts";
import { type Locked, readLock, refuseOtherOrganization } from "./lock.ts";
import { renamed } from "./moved.ts";
import { type OrganizationFolder, readFolder, siteFolder } from "./read-folder.ts";
import { findReplacement, replacedAddress, setReplacedAside } from "./replaced.ts";
import { readAhead, resolveScope } from "./scope.ts";
import type { Plan, PlanInput, Step } from "./step.ts";
import { type Fields, type Kind, nounOf, type Wanted } from "./thing.ts";
import { type WantedThings, wantedIn } from "./wanted.ts";
import { listSpaceTitles } from "./wanted-parts.ts";

/** @param known ids that a journal has, by their addresses */
export async function makePlan(
  context: Context,
  input: PlanInput,
  known: ReadonlyMap<string, { readonly kind: Kind; readonly id: string }> = new Map(),
): Promise<Plan> {
  const { organizationId } = input;
  const lockBefore = await readLock(context, input.folder);
  const platform = context.settings.baseUrl.value;
  refuseOtherOrganization(lockBefore, input.folder, { platform, organization: organizationId });
  const reading = openOrganization(await context.client({ lookup: true }), organizationId);
  // The platform works while the files are read.
  if (lockBefore !== undefined) readAhead(reading, lockBefore.things);
  const folder = await readFolder(context, input.folder);
  const wanted = wantedIn(folder);
  const { organization, serial, things } = lockBefore ?? {
    organization: organizationId,
    serial: 0,
    things: new Map<string, Locked>(),
  };
  const locked = renamed(new Map(things), wanted.things);
  for (const [address, { kind, id }] of known) {
    const before = locked.get(address);
    if (before?.id === id) continue;
    if (before !== undefined && kind === "site-space") {
      locked.set(replacedAddress(address, before.id), before);
    }
    locked.set(address, { kind, id, protect: false, fields: new Map() });
  }
  const members = (await reading.members()) ?? [];
  const ids = new Ids(members);
  ids.set("organization", "organization", organizationId);
  for (const [address, { kind, id }] of locked) {
    if (kind !== "member" && kind !== "organization") ids.set(kind, address, id);
  }
  for (const [address, { kind }] of wanted.things) {
    if (kind === "specification") ids.set(kind, address, address.slice("specs/".length));
  }
  const adopted = await adopt(context, input, wanted.things, locked, ids);
  const read = () => readLive(reading, resolveScope(wanted, locked, ids), ids);
  let live = await read();
  const named = new Set([...adopted, ...known.keys()]);
  const isAdopted = adoptSiteSpaces(named, wanted.things, live, locked, ids);
  const isSetAside = setReplacedAside(wanted.things, live, locked, ids);
  if (isAdopted || isSetAside) live = await read();
  const planning = new Planning(wanted, locked, ids, live);
  planning.compareAll();
  const caller = input.prune === true ? textIn((await reading.caller())?.id) : "";
  const deletions = listDeletions({ input, wanted, locked, live, caller, steps: planning.steps });
  const lock = { platform, organization, serial, things: locked };
  const steps = [...planning.steps, ...deletions.steps];
  const notes = [...planning.notes, ...planning.unusedTitles(folder), ...deletions.notes];
  return { input, platform, folder, wanted, lock, lockBefore, ids, live, steps, notes };
}

class Planning {
  readonly steps: Step[] = [];
  readonly notes: string[] = [];

  constructor(
    readonly wanted: WantedThings,
    readonly locked: ReadonlyMap<string, Locked>,
    readonly ids: Ids,
    readonly live: LiveThings,
  ) {}

  compareAll(): void {
    for (const one of this.wanted.things.values()) this.#compare(one);
  }

  #compare(wanted: Wanted): void {
    const { address, kind } = wanted;
    const id = this.ids.findId(address);
    const live = id === undefined ? undefined : this.live.get(liveKey(kind, id));
    if (live === undefined) {
      this.#create(wanted, id);
      return;
    }
    const { changes, notes } = compare(wanted, live, this.locked.get(address));
    for (const note of notes) this.notes.push(`${address}: ${note}`);
    if (changes.length === 0) return;
    const title = live.title;
    this.steps.push({ does: "update", address, kind, title, id: live.id, changes, wanted, live });
  }

  #create(wanted: Wanted, gone: string | undefined): void {
    const { address, kind, fields } = wanted;
    const hadIt = gone !== undefined && this.locked.has(address);
    const title = textIn(fields.get("title")) || address.slice(address.lastIndexOf("/") + 1);
    const restore =
      kind === "space" ? `; to bring the old one back instead: tome space restore ${gone}` : "";
    const note = hadIt
      ? `It is gone from the platform (${gone}), and is created anew${restore}.`
      : this.#noteOfReplaced(address);
    const side = hadIt ? "drift" : "pending";
    const changes = listInitialChanges(fields, side);
    this.steps.push({
      does: "create",
      address,
      kind,
      title,
      changes,
      wanted,
      ...(note && { note }),
    });
    this.#noteAlike(address, kind, title);
  }

  /** A title alone takes nothing over; whoever forgot to say so gets to know. */
  #noteAlike(address: string, kind: Kind, title: string): void {
    for (const one of this.live.values()) {
      if (one.kind !== kind || one.title !== title || kind === "site-space") continue;
      if (!this.ids.getAddress(kind, one.id).startsWith("id:")) continue;
      this.notes.push(
        `There is a ${nounOf[kind]} called ${JSON.stringify(title)} already (${one.id}), and ${address} is another one; to take it over: --adopt ${address}=id:${one.id}`,
      );
      return;
    }
  }

  /** A site space is called what its space is called, whatever a site file says. */
  unusedTitles({ sites }: OrganizationFolder): readonly string[] {
    return [...(sites ?? [])].flatMap(([key, { site }]) =>
      listSpaceTitles(site.structure ?? []).flatMap(([part, title]) => {
        const address = `sites/${key}/${part}`;
        const space = textIn(this.wanted.things.get(address)?.fields.get("space"));
        const live = this.live.get(liveKey("space", this.ids.findId(space) ?? ""));
        const shown = textIn(this.wanted.things.get(space)?.fields.get("title")) || live?.title;
        if (shown === undefined || shown === title) return [];
        const [own, other] = [JSON.stringify(shown), JSON.stringify(title)];
        return `${address} is called ${own}, as its space ${space} is; ${other} in ${siteFolder}/${key}.yaml changes nothing.`;
      }),
    );
  }

  #noteOfReplaced(address: string): string | undefined {
    const old = [...this.locked].find(([aside]) => findReplacement(aside) === address);
    if (old === undefined) return undefined;
    return `A site space cannot change its section, so another one is made, and ${old[1].id} is taken off.`;
  }
}

function listInitialChanges(fields: Fields, side: Change["side"]): readonly Change[] {
  return [...fields]
    .filter(([, value]) => value !== null)
    .map(([field, to]) => ({ field, from: null, to, side }));
}

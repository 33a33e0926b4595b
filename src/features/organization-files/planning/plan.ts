/** Computation of a plan from the files, the lock and the platform. */
import type { Context, JsonObject } from "../../../context.ts";
import { UsageError } from "../../../errors.ts";
import { asObject, asText } from "../../../json/values.ts";
import { openOrganization } from "../../organization/organization-reader.ts";
import { readDesiredResources, type WantedThings } from "../desired/desired.ts";
import { listSpaceTitles } from "../desired/desired-parts.ts";
import { type OrganizationFolder, readFolder, siteFolder } from "../desired/read-folder.ts";
import { ResourceIds } from "../ids.ts";
import { addInvitations, findInvitation } from "../invitations.ts";
import { type LiveThings, readLive, toLiveKey } from "../live.ts";
import { type LockRecord, readLock, refuseOtherOrganization } from "../lock.ts";
import {
  type DesiredResource,
  nounOf,
  type ResourceFields,
  type ResourceKind,
} from "../resource.ts";
import { readAhead, resolveScope } from "../scope.ts";
import type { FilesPlan, FilesPlanInput, PlanStep } from "../step.ts";
import { findNewSecretNote } from "../webhooks.ts";
import { adopt, adoptSiteSpaces } from "./adopt.ts";
import { compare, type FieldChange } from "./compare.ts";
import { listDeletions } from "./deletions.ts";
import { refuseEmptyLists } from "./empty-lists.ts";
import { refuseRenamedSpaces } from "./renamed-spaces.ts";
import { findReplacement, setReplacedAside, toReplacedAddress } from "./replaced.ts";
import { findRestorableSpaces, type RestorableSpaces } from "./restorable-spaces.ts";
import { refuseUnknownMembers } from "./unknown-members.ts";
import { refuseLinksWithoutSections, refuseUnsupportedWebhooks } from "./unsupported-parts.ts";

/** @param createdResources ids of resources that an interrupted apply created, by address */
export async function makePlan(
  context: Context,
  input: FilesPlanInput,
  createdResources: ReadonlyMap<
    string,
    { readonly kind: ResourceKind; readonly id: string }
  > = new Map(),
): Promise<FilesPlan> {
  const { organizationId } = input;
  const lockBefore = await readLock(context, input.folder);
  const platform = context.settings.baseUrl.value;
  refuseOtherOrganization(lockBefore, input.folder, { platform, organization: organizationId });
  const reading = openOrganization(await context.client({ lookup: true }), organizationId);
  // The requests run while the files are read.
  if (lockBefore !== undefined) readAhead(reading, lockBefore.things);
  const folder = await readFolder(context, input.folder);
  const wanted = readDesiredResources(folder, lockBefore?.things);
  const { organization, serial, things } = lockBefore ?? {
    organization: organizationId,
    serial: 0,
    things: new Map<string, LockRecord>(),
  };
  const locked = renameLocked(new Map(things), wanted.things);
  for (const [address, { kind, id }] of createdResources) {
    const before = locked.get(address);
    if (before?.id === id) continue;
    if (before !== undefined && kind === "site-space") {
      locked.set(toReplacedAddress(address, before.id), before);
    }
    locked.set(address, { kind, id, protect: false, fields: new Map() });
  }
  const members = await reading.members();
  const ids = new ResourceIds(members ?? []);
  ids.set("organization", "organization", organizationId);
  for (const [address, { kind, id }] of locked) {
    if (kind !== "member") ids.set(kind, address, id);
  }
  ids.addSpecifications(wanted.things);
  const isGone = async (kind: ResourceKind, id: string) => {
    const all = isListedKind(kind) ? await reading[`${kind}s`]() : undefined;
    const isListed = ({ id: one, deletedAt }: JsonObject) => one === id && deletedAt === undefined;
    return all !== undefined && !all.some(isListed);
  };
  const adopted = await adopt(context, input, wanted.things, locked, ids, isGone);
  const read = () => readLive(reading, resolveScope(wanted, locked, ids), ids);
  let live = await read();
  const newAddresses = new Set([...adopted, ...createdResources.keys()]);
  const isAdopted = adoptSiteSpaces(newAddresses, wanted.things, live, locked, ids);
  const isSetAside = setReplacedAside(wanted.things, live, locked, ids);
  if (isAdopted || isSetAside) live = await read();
  live = await addInvitations(reading, locked, live);
  await refuseUnsupportedWebhooks(reading, wanted);
  refuseEmptyLists(folder, { wanted, locked, live, ids });
  const restorable = await findRestorableSpaces(context, { wanted, locked, live, ids });
  const planning = new Planner(wanted, locked, ids, live, restorable);
  planning.compareAll();
  refuseRenamedSpaces({ folder, wanted, locked, live, steps: planning.steps, input });
  refuseLinksWithoutSections({ folder, steps: planning.steps, live, ids });
  const caller = input.prune === true ? asText((await reading.caller())?.id) : "";
  const deletions = listDeletions({ input, wanted, locked, live, caller, steps: planning.steps });
  refuseUnknownMembers({ folder, wanted, members, deletions: deletions.steps });
  const lock = { platform, organization, serial, things: locked };
  const steps = [...planning.steps, ...deletions.steps];
  const notes = [...planning.notes, ...planning.unusedTitles(folder), ...deletions.notes];
  return { input, platform, folder, wanted, lock, lockBefore, ids, live, steps, notes };
}

function isListedKind(kind: ResourceKind): kind is "team" | "collection" | "space" | "site" {
  return kind === "team" || kind === "collection" || kind === "space" || kind === "site";
}

class Planner {
  readonly steps: PlanStep[] = [];
  readonly notes: string[] = [];

  constructor(
    readonly wanted: WantedThings,
    readonly locked: ReadonlyMap<string, LockRecord>,
    readonly ids: ResourceIds,
    readonly live: LiveThings,
    readonly restorable: RestorableSpaces,
  ) {}

  compareAll(): void {
    for (const one of this.wanted.things.values()) this.#compare(one);
  }

  #compare(wanted: DesiredResource): void {
    const { address, kind } = wanted;
    const id = this.ids.findId(address);
    const live = id === undefined ? undefined : this.live.get(toLiveKey(kind, id));
    if (live === undefined) {
      this.#create(wanted, id);
      return;
    }
    const result = compare(wanted, live, this.locked.get(address));
    for (const note of result.notes) this.notes.push(`${address}: ${note}`);
    const followsRestore = this.restorable.containers.has(address);
    const changes = followsRestore ? addFinishing(result.changes, wanted) : result.changes;
    if (changes.length === 0) return;
    this.#noteFirstSync(address, changes);
    const { title, id: liveId } = live;
    const step = {
      does: "update",
      address,
      kind,
      title,
      id: liveId,
      changes,
      wanted,
      live,
    } as const;
    this.steps.push(followsRestore ? { ...step, followsRestore } : step);
  }

  /** A new connection imports the repository over the pages of the space. */
  #noteFirstSync(address: string, changes: readonly FieldChange[]): void {
    const change = changes.find(({ field }) => field === "git");
    if (change === undefined || change.to === null) return;
    const [from, to] = [asObject(change.from), asObject(change.to)];
    const isOther = ["repository", "branch", "folder"].some((name) => from[name] !== to[name]);
    if (!isOther || to.priority === "space") return;
    this.notes.push(
      `${address}: the first sync gives each page at the path of a file the text of that file.`,
    );
  }

  #create(wanted: DesiredResource, lostId: string | undefined): void {
    const { address, kind, fields } = wanted;
    if (findInvitation(kind, this.locked.get(address)?.id ?? "", this.live) !== undefined) {
      this.notes.push(`${address} was invited and has not accepted yet.`);
    }
    const wasDeleted = lostId !== undefined && this.locked.has(address);
    const title = asText(fields.get("title")) || address.slice(address.lastIndexOf("/") + 1);
    const restores = this.restorable.spaces.get(address);
    const returnsAs = this.restorable.parts.get(address);
    const note = wasDeleted
      ? formatLossNote({ lostId, restores, returnsAs })
      : (this.#noteOfReplaced(address) ?? findNewSecretNote(wanted));
    const side = wasDeleted ? "drift" : "pending";
    const changes = listInitialChanges(fields, side);
    this.steps.push({
      does: "create",
      address,
      kind,
      title,
      changes,
      wanted,
      ...(restores !== undefined && { restores }),
      ...(returnsAs !== undefined && { returnsAs }),
      ...(note && { note }),
    });
    if (restores !== undefined || returnsAs !== undefined) {
      this.notes.push(`${address}: ${note}`);
      return;
    }
    this.#noteAlike(wanted, title);
  }

  /** A resource with the same title is not adopted implicitly; the note explains how to adopt it. */
  #noteAlike({ address, kind, fields }: DesiredResource, title: string): void {
    const url = fields.get("url");
    for (const one of this.live.values()) {
      if (one.kind !== kind || kind === "site-space") continue;
      const isAlike = kind === "webhook" ? one.fields.get("url") === url : one.title === title;
      if (!isAlike) continue;
      if (!this.ids.getAddress(kind, one.id).startsWith("id:")) continue;
      this.notes.push(
        `The ${nounOf[kind]} ${JSON.stringify(one.title)} (${one.id}) already exists, and ${address} will be a new one. To adopt the existing one: --adopt ${address}=id:${one.id}`,
      );
      return;
    }
  }

  /**
   * A site space always has the title of its space, so a different title in a site file has no
   * effect. The current title is not reported: an export without content.yaml writes it.
   */
  unusedTitles({ sites }: OrganizationFolder): readonly string[] {
    return [...(sites ?? [])].flatMap(([key, { site }]) =>
      listSpaceTitles(site.structure ?? []).flatMap(([part, title]) => {
        const address = `sites/${key}/${part}`;
        const space = asText(this.wanted.things.get(address)?.fields.get("space"));
        const live = this.live.get(toLiveKey("space", this.ids.findId(space) ?? ""));
        const spaceTitle =
          asText(this.wanted.things.get(space)?.fields.get("title")) || live?.title;
        if (spaceTitle === undefined || [spaceTitle, live?.title].includes(title)) return [];
        const [actual, ignored] = [JSON.stringify(spaceTitle), JSON.stringify(title)];
        return `${siteFolder}/${key}.yaml: the title ${ignored} of ${address} has no effect, because a site space has the title of its space (${space}, ${actual}). Remove it.`;
      }),
    );
  }

  #noteOfReplaced(address: string): string | undefined {
    const old = [...this.locked].find(([aside]) => findReplacement(aside) === address);
    if (old === undefined) return undefined;
    return `A site space cannot move to another section. A new one will be created, and ${old[1].id} will be removed.`;
  }
}

/** The changes with the order and default of the files, which restored parts may change. */
function addFinishing(
  changes: readonly FieldChange[],
  { fields }: DesiredResource,
): readonly FieldChange[] {
  const finishing = ["order", "default"].flatMap((field): FieldChange[] => {
    const to = fields.get(field);
    return to === undefined ? [] : [{ field, from: null, to, side: "pending" }];
  });
  const others = changes.filter(({ field }) => field !== "order" && field !== "default");
  return [...others, ...finishing];
}

function formatLossNote({
  lostId,
  restores,
  returnsAs,
}: {
  readonly lostId: string;
  readonly restores: string | undefined;
  readonly returnsAs: string | undefined;
}): string {
  if (restores !== undefined) {
    return `It was deleted from the platform and will be restored. To restore only this space: tome space restore ${restores}`;
  }
  if (returnsAs !== undefined) return "It returns when its space is restored.";
  return `It was deleted from the platform (${lostId}) and will be created again.`;
}

function listInitialChanges(
  fields: ResourceFields,
  side: FieldChange["side"],
): readonly FieldChange[] {
  return [...fields]
    .filter(([, value]) => value !== null)
    .map(([field, to]) => ({ field, from: null, to, side }));
}

/**
 * The lock with renamed keys.
 * @throws UsageError if the old key is still in the files, or the new one is already bound
 */
function renameLocked(
  locked: Map<string, LockRecord>,
  things: ReadonlyMap<string, DesiredResource>,
): Map<string, LockRecord> {
  for (const { address, moved } of things.values()) {
    if (moved === undefined || !locked.has(moved)) continue;
    if (things.has(moved)) {
      throw new UsageError(
        `${address} was moved from ${moved}, but ${moved} is still in the files.`,
      );
    }
    if (locked.has(address)) {
      throw new UsageError(
        `${address} was moved from ${moved}, but is already bound to another resource. Remove "moved" after it has been applied.`,
      );
    }
    // The parts of a site are renamed with it.
    for (const [before, one] of [...locked]) {
      if (before !== moved && !before.startsWith(`${moved}/`)) continue;
      locked.delete(before);
      locked.set(`${address}${before.slice(moved.length)}`, one);
    }
  }
  return locked;
}

/** Execution of one step, which first checks that the resource has not changed since the plan. */

import { randomBytes } from "node:crypto";
import type { ApiClient, JsonObject, JsonValue } from "../../../context.ts";
import * as member from "../../../contract/member.ts";
import * as site from "../../../contract/site.ts";
import * as space from "../../../contract/space.ts";
import { ApiError, IncompleteError } from "../../../errors.ts";
import { asObject, asText, isList } from "../../../json/values.ts";
import { openOrganization } from "../../organization/organization-reader.ts";
import { ExistingTitles, isTitledKind } from "../../safety-checks/existing-titles.ts";
import { collectLiveParts } from "../fields.ts";
import { readInvitations } from "../invitations.ts";
import { listFields, readAgain } from "../live.ts";
import { newWord } from "../planning/adopt.ts";
import { compare, getLiveValue, parseDigests, sortList } from "../planning/compare.ts";
import { isFinishing, type Phase } from "../planning/order.ts";
import { isAutomaticField, isRedirectField } from "../redirects.ts";
import {
  computeDigest,
  type DesiredResource,
  getSite,
  isSame,
  nounOf,
  type ResourceFields,
  type ResourceKind,
} from "../resource.ts";
import { findExtraField } from "../scope.ts";
import { type FilesPlan, type PlanStep, toExpectedStep } from "../step.ts";
import { findNewSecretNote } from "../webhooks.ts";
import type { AppliedChanges } from "./applied.ts";
import type { Writer } from "./send.ts";
import { type CreateResult, create, remove, update } from "./write.ts";
import { createPart, isPart, removePart, updatePart } from "./write-site.ts";

/** Another user changed the resource after the plan. */
export class WriteConflictError extends ApiError {}

/** An unmanaged resource has the title of a new one. */
export class DuplicateTitleError extends WriteConflictError {}

export interface CreatedResource {
  readonly kind: ResourceKind;
  readonly address: string;
  readonly id: string;
}

/** Fields that are set by the creating request, even if its response does not contain them. */
const fixedAtCreation = new Set(["group", "section", "space", "parent", "type"]);

export class StepWriter {
  readonly #writer: Writer;
  readonly #plan: FilesPlan;
  readonly #reader: ApiClient | undefined;
  readonly #titles: ExistingTitles | undefined;
  readonly #applied: AppliedChanges;
  /** Temporary values that this run wrote to fields which it writes again later. */
  readonly #temporaryValues = new Map<string, JsonValue>();
  /** The addresses of parts that this run moved into or out of a group. */
  readonly #moved = new Set<string>();

  /** @param reader undefined to skip the reads before writes, as in a dry run */
  constructor(
    plan: FilesPlan,
    client: ApiClient,
    reader: ApiClient | undefined,
    applied: AppliedChanges,
  ) {
    this.#plan = plan;
    this.#reader = reader;
    this.#applied = applied;
    const { folder, ids, input } = plan;
    const specs = Object.entries(folder.specs?.specs ?? {});
    const texts = specs.flatMap(([slug, { file }]): [string, string][] => {
      const text = file === undefined ? undefined : folder.texts.get(file);
      return text === undefined ? [] : [[slug, text]];
    });
    const { organizationId } = input;
    const note = (text: string) => void applied.notes.push(text);
    this.#writer = { client, organizationId, ids, note, texts: new Map(texts) };
    const isFresh = (kind: ResourceKind) => hasFewTitles(plan, kind);
    this.#titles = reader && new ExistingTitles(reader, organizationId, isFresh);
  }

  /** @param onCreated called for each resource as soon as its id is known */
  async create(
    step: PlanStep,
    onCreated: (created: CreatedResource) => Promise<void>,
  ): Promise<void> {
    const { kind } = step;
    const { ids } = this.#writer;
    const wanted = toExpectedStep(step);
    const record = async (created: DesiredResource, id: string) => {
      ids.set(created.kind, created.address, id);
      this.#applied.made.add(created.address);
      await onCreated({ kind: created.kind, address: created.address, id });
    };
    if (await this.#bringBack(step, wanted, record)) return;
    await this.#refuseDuplicate(wanted);
    let answer: JsonObject | undefined;
    if (isPart(kind)) {
      const first = kind === "section" ? this.#firstIn(wanted) : undefined;
      const part = await createPart(this.#writer, wanted, first);
      await record(wanted, part.id);
      if (part.firstSiteSpace !== undefined && first !== undefined) {
        await record(first, part.firstSiteSpace);
      }
      answer = part.answer;
    } else {
      const created = await this.#createAlone(wanted);
      await record(wanted, created.id);
      const note = findNewSecretNote(wanted);
      if (note !== undefined) this.#applied.notes.push(`${wanted.address}: ${note} ${created.id}`);
      answer = created.answer;
    }
    await this.#writeRest(step, wanted, answer);
  }

  /** Creates a resource that is no part of a site. The lock records an invited user, who has to accept first. */
  async #createAlone(wanted: DesiredResource): Promise<CreateResult> {
    try {
      return await create(this.#writer, wanted);
    } catch (error) {
      const isInvited = error instanceof IncompleteError && error.how === "pending";
      if (!isInvited || wanted.kind !== "member" || this.#reader === undefined) throw error;
      const reading = openOrganization(this.#reader, this.#writer.organizationId);
      const invitations = await readInvitations(reading);
      const { address } = wanted;
      const invitation = invitations.find(({ title }) => `members/${title}` === address);
      if (invitation !== undefined) this.#applied.invited.set(address, invitation.id);
      throw error;
    }
  }

  /**
   * Restores a deleted space, or finds a part of a site that exists again since its space was restored.
   * @returns whether the resource exists again; otherwise it has to be created
   */
  async #bringBack(
    { restores, returnsAs, kind, address }: PlanStep,
    wanted: DesiredResource,
    record: (wanted: DesiredResource, id: string) => Promise<void>,
  ): Promise<boolean> {
    const id = restores ?? returnsAs;
    if (id === undefined) return false;
    const { client, ids, organizationId } = this.#writer;
    if (restores !== undefined && !(await restoreSpace(client, restores))) return false;
    if (this.#reader === undefined) {
      await record(wanted, id);
      return true;
    }
    const site = isPart(kind) ? ids.need(getSite(address)) : "";
    const names = [...wanted.fields.keys()].flatMap((field) => findExtraField(field) ?? []);
    const extras = new Set([...names, ...wanted.lists]);
    const now = await readAgain(this.#reader, organizationId, ids, { kind, id, site }, extras);
    if (now === undefined) return false;
    await record(wanted, id);
    const { changes } = compare(wanted, now, this.#plan.lock.things.get(address));
    const differing = new Map(changes.map(({ field, to }) => [field, to]));
    const remaining = new Map<string, JsonValue>();
    for (const [field, to] of new Map([...wanted.fields, ...differing])) {
      if (isFinishing(kind, field)) continue;
      if (differing.has(field)) remaining.set(field, to);
      else this.#applied.note(address, field, to, to);
    }
    await this.#send({ address, kind, does: "create", changes: [], title: "" }, remaining);
    return true;
  }

  /**
   * Another run with the same files may have created the resource, also after the plan.
   * @throws DuplicateTitleError if an unmanaged resource has the title, unless the user wants another one
   */
  async #refuseDuplicate({ kind, address, fields }: DesiredResource): Promise<void> {
    const { ids } = this.#writer;
    const title = fields.get("title");
    if (this.#titles === undefined || !isTitledKind(kind) || typeof title !== "string") return;
    if (this.#plan.input.adopt?.includes(`${address}=${newWord}`)) return;
    const same = await this.#titles.find(kind, title);
    const other = same.find((one) => ids.getAddress(kind, asText(one.id)).startsWith("id:"));
    if (other === undefined) return;
    throw new DuplicateTitleError(
      409,
      `The ${nounOf[kind]} ${JSON.stringify(title)} already exists (${asText(other.id)}), so ${address} was not created. To adopt it: --adopt ${address}=id:${asText(other.id)}. To create another one: --adopt ${address}=${newWord}`,
    );
  }

  /**
   * Another run, on another computer, may have created the same resource between the last look-up and the
   * creation.
   * @returns a sentence for each title that exists twice since this run
   */
  async findTwins(created: readonly PlanStep[]): Promise<readonly string[]> {
    const { ids, organizationId } = this.#writer;
    if (this.#reader === undefined) return [];
    const titles = new ExistingTitles(this.#reader, organizationId);
    const notes: string[] = [];
    for (const { kind, address, wanted, restores } of created) {
      const title = wanted?.fields.get("title");
      if (!isTitledKind(kind) || typeof title !== "string" || restores !== undefined) continue;
      if (this.#plan.input.adopt?.includes(`${address}=${newWord}`)) continue;
      const same = await titles.find(kind, title);
      const id = ids.findId(address);
      const twin = same.find((one) => ids.getAddress(kind, asText(one.id)).startsWith("id:"));
      if (twin === undefined || id === undefined) continue;
      notes.push(
        `The ${nounOf[kind]} ${JSON.stringify(title)} exists twice (${id} and ${asText(twin.id)}), because another run created it at the same time. Delete one of them.`,
      );
    }
    return notes;
  }

  /** The site space that is created with a section: its first one that does not exist yet. */
  #firstIn({ address, fields }: DesiredResource): DesiredResource | undefined {
    const order = fields.get("order");
    const site = getSite(address);
    const children = (isList(order) ? order : []).map((key) => `${site}/${asText(key)}`);
    const { things } = this.#plan.wanted;
    const first = children.find((one) => !this.#applied.made.has(one)) ?? "";
    return things.get(first);
  }

  /** Writes the fields that the creating request does not support. */
  async #writeRest(
    step: PlanStep,
    wanted: DesiredResource,
    answer: JsonObject | undefined,
  ): Promise<void> {
    const { address, kind } = step;
    const current = new Map(Object.entries(this.#valuesIn(step, answer)));
    const remaining = new Map<string, JsonValue>();
    for (const [field, to] of wanted.fields) {
      if (isFinishing(kind, field)) continue;
      const isSet = fixedAtCreation.has(field) || isInRequest(kind, field, to);
      if (isSet || isSame(current.get(field) ?? null, to)) {
        this.#applied.note(address, field, to, to);
      } else remaining.set(field, to);
    }
    await this.#send(step, remaining);
  }

  #valuesIn(
    { kind }: PlanStep,
    answer: JsonObject | undefined,
  ): Readonly<Record<string, JsonValue>> {
    if (answer === undefined) return {};
    const { ids } = this.#writer;
    if (!isPart(kind)) return listFields(kind, answer, ids);
    const { parts } = collectLiveParts({ structure: [answer] }, ids);
    return parts.find(({ id }) => id === answer.id)?.entries ?? {};
  }

  async update(step: PlanStep, phase: Phase): Promise<void> {
    const { address, kind, live } = step;
    const isFinish = phase.does === "finish";
    const changes = new Map<string, JsonValue>();
    for (const { field, to } of step.changes) {
      if (isFinishing(kind, field) === isFinish) changes.set(field, to);
    }
    const isNew = this.#applied.made.has(address);
    const now = await this.#readAgain(step, changes);
    const remaining = new Map<string, JsonValue>();
    for (const [field, to] of changes) {
      if (now === undefined) {
        remaining.set(field, to);
        continue;
      }
      const value = getLiveValue(now, field, to);
      if (isSame(value, to)) {
        this.#applied.note(address, field, to, to);
        continue;
      }
      const from = live === undefined ? null : getLiveValue(live, field, to);
      const expected = this.#temporaryValues.get(`${address} ${field}`) ?? from;
      const isExpected = isSame(this.#ofOthers(address, field, value), expected);
      const isRestored = step.followsRestore === true && isFinishing(kind, field);
      if (!isNew && !isExpected && !isRestored && !this.#isAwaited(step, field, value)) {
        throw createConflictError(address, field);
      }
      remaining.set(field, to);
    }
    if (isNew) for (const field of fixedAtCreation) remaining.delete(field);
    await this.#send(step, remaining);
  }

  /** Whether the value is the last applied one, which the platform did not return yet at the time of the plan. */
  #isAwaited({ address, live }: PlanStep, field: string, value: JsonValue): boolean {
    if (live?.untold?.has(field) !== true) return false;
    const applied = this.#plan.lock.things.get(address)?.fields.get(field);
    return parseDigests(applied)?.kept === computeDigest(value);
  }

  /** The value without the changes of this run, such as new and moved parts in an order. */
  #ofOthers(address: string, field: string, value: JsonValue): JsonValue {
    const site = getSite(address);
    // The platform makes the first part of a site its default.
    if (field === "default" && this.#applied.made.has(`${site}/${asText(value)}`)) return null;
    return sortList(field, value, (key) => {
      const part = `${site}/${key}`;
      return !this.#applied.made.has(part) && !this.#moved.has(part);
    });
  }

  async #readAgain(step: PlanStep, changes: ResourceFields) {
    const { address, kind } = step;
    if (this.#reader === undefined) return undefined;
    const { ids, organizationId } = this.#writer;
    const id = ids.need(address);
    const site = isPart(kind) ? ids.need(getSite(address)) : "";
    const extras = new Set([...changes.keys()].flatMap((field) => findExtraField(field) ?? []));
    const now = await readAgain(this.#reader, organizationId, ids, { kind, id, site }, extras);
    if (now === undefined)
      throw new WriteConflictError(
        409,
        `${address} (${id}) was deleted after the plan was created.`,
      );
    return now;
  }

  /** The redirects as stored: the platform may lead to the same page by another path. */
  async #readRedirects(
    id: string,
    changes: ResourceFields,
  ): Promise<Readonly<Record<string, JsonValue>>> {
    if (this.#reader === undefined || ![...changes.keys()].some(isRedirectField)) return {};
    const { ids, organizationId } = this.#writer;
    const at = { kind: "site", id, site: "" } as const;
    const now = await readAgain(this.#reader, organizationId, ids, at, new Set(["redirects"]));
    const entries = [...changes].flatMap(([field, to]) => {
      const value = isAutomaticField(field) ? to : now?.fields.get(field);
      return to === null || value === undefined ? [] : [[field, value] as const];
    });
    return Object.fromEntries(entries);
  }

  async #send(step: PlanStep, changes: ResourceFields): Promise<void> {
    if (changes.size === 0) return;
    const { address, kind } = step;
    const { ids } = this.#writer;
    const id = ids.need(address);
    const path = changes.get("path");
    if (isPart(kind) && typeof path === "string" && this.#reader !== undefined) {
      const request = { address, kind, id, path };
      const sibling = await vacatePath(this.#writer, this.#reader, request, (other) =>
        this.#handlesLater(other),
      );
      if (sibling) this.#temporaryValues.set(`${sibling.address} path`, sibling.path);
    }
    const answer = isPart(kind)
      ? await updatePart(this.#writer, kind, address, id, changes)
      : await update(this.#writer, kind, id, changes);
    if (isPart(kind) && changes.has("group")) this.#moved.add(address);
    const stored = { ...this.#valuesIn(step, answer), ...(await this.#readRedirects(id, changes)) };
    for (const [field, to] of changes) {
      const isReturned =
        field in stored && !["group", "section", "order", "default"].includes(field);
      const change = step.changes.find((one) => one.field === field && one.side !== "pending");
      const over = step.does === "update" ? change?.from : undefined;
      this.#applied.note(address, field, to, isReturned ? (stored[field] ?? null) : to, over);
    }
  }

  /** Whether a later step sets the path of a part or deletes it. */
  #handlesLater(address: string): boolean {
    const { wanted, steps } = this.#plan;
    const isWanted = typeof wanted.things.get(address)?.fields.get("path") === "string";
    return isWanted || steps.some((one) => one.does === "delete" && one.address === address);
  }

  async delete(step: PlanStep): Promise<void> {
    const { address, kind, id = "", live } = step;
    const { ids, organizationId } = this.#writer;
    const siteId = isPart(kind) ? ids.need(getSite(address)) : "";
    if (kind === "invitation" && this.#reader !== undefined) {
      await refuseAccepted(this.#reader, { organizationId, userId: id }, address);
    }
    if (this.#reader !== undefined && kind !== "invitation") {
      const at = { kind, id, site: siteId };
      const now = await readAgain(this.#reader, organizationId, ids, at, new Set());
      const lockedFields = this.#plan.lock.things.get(address)?.fields ?? new Map();
      for (const [field, value] of now?.fields ?? []) {
        const isChangedByRun = ["order", "default", "path", "parent", "group"].includes(field);
        if (isChangedByRun || !lockedFields.has(field) || live?.fields.has(field) !== true)
          continue;
        if (!isSame(value, live.fields.get(field) ?? null))
          throw createConflictError(address, field);
      }
      if (now === undefined) {
        this.#applied.deleted.add(`${kind} ${id}`);
        return;
      }
    }
    if (isPart(kind)) await removePart(this.#writer, kind, siteId, id);
    else await remove(this.#writer, kind, id);
    this.#applied.deleted.add(`${kind} ${id}`);
    for (const { kind: inside, id: one, fields } of this.#plan.live.values()) {
      if (kind === "section" && fields.get("section") === address)
        this.#applied.deleted.add(`${inside} ${one}`);
    }
  }
}

/** The maximum number of creations of a kind for which its resources are read before each of them. */
const maximumFreshReads = 20;

/**
 * Whether each creation looks the titles up again. With equal titles, a resource that this run is creating
 * would look like that of another run.
 */
function hasFewTitles({ steps }: FilesPlan, kind: ResourceKind): boolean {
  const titles = steps.flatMap(({ does, kind: one, title }) =>
    does === "create" && one === kind ? title : [],
  );
  return titles.length <= maximumFreshReads && new Set(titles).size === titles.length;
}

/** @throws WriteConflictError if the invited user is a member by now */
async function refuseAccepted(
  reader: ApiClient,
  input: { readonly organizationId: string; readonly userId: string },
  address: string,
): Promise<void> {
  try {
    await reader.call(member.get, input);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return;
    throw error;
  }
  throw new WriteConflictError(
    409,
    `The user of ${address} accepted the invitation after the plan was created.`,
  );
}

/** @returns false if the space was purged in the meantime */
async function restoreSpace(client: ApiClient, spaceId: string): Promise<boolean> {
  try {
    await client.call(space.restore, { spaceId });
    return true;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return false;
    throw error;
  }
}

/** Whether the creating request sets the field although its response does not contain it. */
function isInRequest(kind: ResourceKind, field: string, to: JsonValue): boolean {
  if (kind === "specification") return field === "url" || field === "text";
  if (kind === "webhook") return field === "secret";
  return kind === "team" && to === "member";
}

function createConflictError(address: string, field: string): WriteConflictError {
  return new WriteConflictError(
    409,
    `Another user changed ${field} of ${address} after the plan was created. It was not overwritten.`,
  );
}

interface PathRequest {
  readonly address: string;
  readonly kind: ResourceKind;
  readonly id: string;
  readonly path: string;
}

/**
 * Gives a sibling with the same path a temporary path, if this run writes or deletes it later.
 * @param mayMove whether this run writes or deletes the sibling with this address
 * @returns the sibling and its temporary path; undefined if the path is free
 */
async function vacatePath(
  writer: Writer,
  reader: ApiClient,
  { address, kind, id, path }: PathRequest,
  mayMove: (address: string) => boolean,
): Promise<{ readonly address: string; readonly path: string } | undefined> {
  const { ids, organizationId } = writer;
  const siteId = ids.need(getSite(address));
  const response = await reader.call(site.structure, { organizationId, siteId });
  const { parts } = collectLiveParts(asObject(response.value), ids);
  const part = parts.find((one) => one.kind === kind && one.id === id);
  const holder = parts.find((one) => {
    if (one.kind !== kind || one.id === id || one.entries.path !== path) return false;
    return kind === "section" || one.entries.section === part?.entries.section;
  });
  if (holder === undefined) return undefined;
  const other = ids.getAddress(holder.kind, holder.id);
  if (!mayMove(other) || !isPart(holder.kind)) return undefined;
  const free = `${path.slice(0, 80)}-${randomBytes(4).toString("hex")}`;
  await updatePart(writer, holder.kind, other, holder.id, new Map([["path", free]]));
  return { address: other, path: free };
}

/** Writes one thing of a plan: what is there now is read first, and left alone if somebody else has changed it. */
import type { Client, JsonObject, JsonValue } from "../../context.ts";
import { Problem } from "../../errors.ts";
import { isList, textIn } from "../../json/values.ts";
import type { Applied } from "./applied.ts";
import { digestsIn, liveValue, sortList } from "./compare.ts";
import { partsIn } from "./fields.ts";
import { listFields, readAgain } from "./live.ts";
import { isFinishing, type Phase } from "./order.ts";
import { freePath } from "./paths.ts";
import { findExtraField } from "./scope.ts";
import type { Writer } from "./send.ts";
import { type Plan, type Step, toExpectedStep } from "./step.ts";
import { computeDigest, type Fields, getSite, isSame, type Kind, type Wanted } from "./thing.ts";
import { create, remove, update } from "./write.ts";
import { createPart, isPart, removePart, updatePart } from "./write-site.ts";

/** Somebody else has changed what was to be written. */
export class Conflict extends Problem {}

export interface CreatedThing {
  readonly kind: Kind;
  readonly address: string;
  readonly id: string;
}

/** What a thing is created with and keeps, whatever the answer says of it. */
const givenAtCreation = new Set(["group", "section", "space", "parent", "type"]);

export class StepWriter {
  readonly #writer: Writer;
  readonly #plan: Plan;
  readonly #reader: Client | undefined;
  readonly #applied: Applied;
  /** Values that this run gave to fields which it writes later. */
  readonly #own = new Map<string, JsonValue>();
  /** The addresses of parts that this run has put into a group, or out of one. */
  readonly #moved = new Set<string>();

  /** @param reader undefined to send every request without reading anything again, as a dry run does */
  constructor(plan: Plan, client: Client, reader: Client | undefined, applied: Applied) {
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
    this.#writer = { client, organizationId, ids, texts: new Map(texts) };
  }

  /** @param onCreated told of each thing as soon as its id is known */
  async create(step: Step, onCreated: (created: CreatedThing) => Promise<void>): Promise<void> {
    const { kind } = step;
    const { ids } = this.#writer;
    const wanted = toExpectedStep(step);
    const made = async ({ kind: of, address: at }: Wanted, id: string) => {
      ids.set(of, at, id);
      this.#applied.made.add(at);
      await onCreated({ kind: of, address: at, id });
    };
    let answer: JsonObject | undefined;
    if (isPart(kind)) {
      const first = kind === "section" ? this.#firstIn(wanted) : undefined;
      const part = await createPart(this.#writer, wanted, first);
      await made(wanted, part.id);
      if (part.firstSiteSpace !== undefined && first !== undefined) {
        await made(first, part.firstSiteSpace);
      }
      answer = part.answer;
    } else {
      const created = await create(this.#writer, wanted);
      await made(wanted, created.id);
      answer = created.answer;
    }
    await this.#writeRest(step, wanted, answer);
  }

  /** The site space with which a section begins: the first of it that has to be made. */
  #firstIn({ address, fields }: Wanted): Wanted | undefined {
    const order = fields.get("order");
    const site = getSite(address);
    const children = (isList(order) ? order : []).map((key) => `${site}/${textIn(key)}`);
    const { things } = this.#plan.wanted;
    const first = children.find((one) => !this.#applied.made.has(one)) ?? "";
    return things.get(first);
  }

  /** What the request that creates a thing cannot say of it. */
  async #writeRest(step: Step, wanted: Wanted, answer: JsonObject | undefined): Promise<void> {
    const { address, kind } = step;
    const has = new Map(Object.entries(this.#valuesIn(step, answer)));
    const left = new Map<string, JsonValue>();
    for (const [field, to] of wanted.fields) {
      if (isFinishing(kind, field)) continue;
      const isGiven = givenAtCreation.has(field) || isInRequest(kind, field, to);
      if (isGiven || isSame(has.get(field) ?? null, to)) {
        this.#applied.note(address, field, to, to);
      } else left.set(field, to);
    }
    await this.#send(step, left);
  }

  #valuesIn({ kind }: Step, answer: JsonObject | undefined): Readonly<Record<string, JsonValue>> {
    if (answer === undefined) return {};
    const { ids } = this.#writer;
    if (!isPart(kind)) return listFields(kind, answer, ids);
    const { parts } = partsIn({ structure: [answer] }, ids);
    return parts.find(({ id }) => id === answer.id)?.entries ?? {};
  }

  async update(step: Step, phase: Phase): Promise<void> {
    const { address, kind, live } = step;
    const isFinish = phase.does === "finish";
    const changes = new Map<string, JsonValue>();
    for (const { field, to } of step.changes) {
      if (isFinishing(kind, field) === isFinish) changes.set(field, to);
    }
    const isOwn = this.#applied.made.has(address);
    const now = await this.#readAgain(step, changes);
    const left = new Map<string, JsonValue>();
    for (const [field, to] of changes) {
      if (now === undefined) {
        left.set(field, to);
        continue;
      }
      const value = liveValue(now, field, to);
      if (isSame(value, to)) {
        this.#applied.note(address, field, to, to);
        continue;
      }
      const from = live === undefined ? null : liveValue(live, field, to);
      const expected = this.#own.get(`${address} ${field}`) ?? from;
      const isExpected = isSame(this.#ofOthers(address, field, value), expected);
      if (!isOwn && !isExpected && !this.#isAwaited(step, field, value)) {
        throw conflict(address, field);
      }
      left.set(field, to);
    }
    if (isOwn) for (const field of givenAtCreation) left.delete(field);
    await this.#send(step, left);
  }

  /** Whether it is what was applied last, and the platform did not show that yet when the plan was made. */
  #isAwaited({ address, live }: Step, field: string, value: JsonValue): boolean {
    if (live?.untold?.has(field) !== true) return false;
    const applied = this.#plan.lock.things.get(address)?.fields.get(field);
    return digestsIn(applied)?.kept === computeDigest(value);
  }

  /** The value without what this run has put there: in an order, what is new and what was elsewhere. */
  #ofOthers(address: string, field: string, value: JsonValue): JsonValue {
    const site = getSite(address);
    // The first part of a site becomes its default by itself.
    if (field === "default" && this.#applied.made.has(`${site}/${textIn(value)}`)) return null;
    return sortList(field, value, (key) => {
      const part = `${site}/${key}`;
      return !this.#applied.made.has(part) && !this.#moved.has(part);
    });
  }

  async #readAgain(step: Step, changes: Fields) {
    const { address, kind } = step;
    if (this.#reader === undefined) return undefined;
    const { ids, organizationId } = this.#writer;
    const id = ids.need(address);
    const site = isPart(kind) ? ids.need(getSite(address)) : "";
    const extras = new Set([...changes.keys()].flatMap((field) => findExtraField(field) ?? []));
    const now = await readAgain(this.#reader, organizationId, ids, { kind, id, site }, extras);
    if (now === undefined) throw new Conflict(409, `${address} (${id}) is gone since the plan.`);
    return now;
  }

  async #send(step: Step, changes: Fields): Promise<void> {
    if (changes.size === 0) return;
    const { address, kind } = step;
    const { ids } = this.#writer;
    const id = ids.need(address);
    const path = changes.get("path");
    if (isPart(kind) && typeof path === "string" && this.#reader !== undefined) {
      const asked = { address, kind, id, path };
      const freed = await freePath(this.#writer, this.#reader, asked, (other) =>
        this.#handlesLater(other),
      );
      if (freed) this.#own.set(`${freed.address} path`, freed.path);
    }
    const answer = isPart(kind)
      ? await updatePart(this.#writer, kind, address, id, changes)
      : await update(this.#writer, kind, id, changes);
    if (isPart(kind) && changes.has("group")) this.#moved.add(address);
    const has = this.#valuesIn(step, answer);
    for (const [field, to] of changes) {
      const isTold = field in has && !["group", "section", "order", "default"].includes(field);
      const change = step.changes.find((one) => one.field === field && one.side !== "pending");
      const over = step.does === "update" ? change?.from : undefined;
      this.#applied.note(address, field, to, isTold ? (has[field] ?? null) : to, over);
    }
  }

  /** Whether a part that is in the way gets a path of its own afterwards, or goes. */
  #handlesLater(address: string): boolean {
    const { wanted, steps } = this.#plan;
    const isWanted = typeof wanted.things.get(address)?.fields.get("path") === "string";
    return isWanted || steps.some((one) => one.does === "delete" && one.address === address);
  }

  async delete(step: Step): Promise<void> {
    const { address, kind, id = "", live } = step;
    const { ids, organizationId } = this.#writer;
    const siteId = isPart(kind) ? ids.need(getSite(address)) : "";
    if (this.#reader !== undefined) {
      const at = { kind, id, site: siteId };
      const now = await readAgain(this.#reader, organizationId, ids, at, new Set());
      const known = this.#plan.lock.things.get(address)?.fields ?? new Map();
      for (const [field, value] of now?.fields ?? []) {
        const isOurs = ["order", "default", "path", "parent", "group"].includes(field);
        if (isOurs || !known.has(field) || live?.fields.has(field) !== true) continue;
        if (!isSame(value, live.fields.get(field) ?? null)) throw conflict(address, field);
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

/** What the request that creates a thing has said of it, and its answer does not repeat. */
function isInRequest(kind: Kind, field: string, to: JsonValue): boolean {
  if (kind === "specification") return field === "url" || field === "text";
  return kind === "team" && to === "member";
}

function conflict(address: string, field: string): Conflict {
  return new Conflict(
    409,
    `Somebody has changed ${field} of ${address} since the plan; it was left as it is.`,
  );
}

/** Execution of a plan in phases. Each resource is read again before it is written. */

import type { ApiClient, Context, WorkJournal } from "../../../context.ts";
import { ApiError, IncompleteError, NetworkError } from "../../../errors.ts";
import { addTo } from "../../../json/groups.ts";
import { runFewAtOnce } from "../../run-few-at-once.ts";
import type { LockRecord } from "../lock.ts";
import {
  computeDepth,
  findDeleteDependencies,
  findDependencies,
  getConcurrencyKey,
  isFinishing,
  type Phase,
  phases,
} from "../planning/order.ts";
import type { FilesPlan, PlanStep } from "../step.ts";
import { AppliedChanges } from "./applied.ts";
import { toCreationKey } from "./resume.ts";
import { type CreatedResource, StepWriter, WriteConflictError } from "./write-step.ts";

/**
 * "conflict": another user changed the field after the plan. "skipped": a resource that it needs was not
 * written. "asked": another user has to accept. "unknown": the result is unknown.
 */
export type StepStatus =
  | "done"
  | "conflict"
  | "failed"
  | "skipped"
  | "asked"
  | "unknown"
  | "not begun";

export interface StepEnd {
  readonly step: PlanStep;
  readonly status: StepStatus;
  readonly id: string | undefined;
  readonly error?: Error;
}

export interface CarriedOut {
  readonly all: readonly StepEnd[];
  readonly notes: readonly string[];
  /** Sentences about titles that exist twice, because another run created them at the same time. */
  readonly twins: readonly string[];
  /** Whether the lock records every change. */
  readonly isWhole: boolean;
  /** @returns the resources of a lock, with the changes of this run */
  readonly locked: (before: ReadonlyMap<string, LockRecord>) => Map<string, LockRecord>;
}

/** @param say receives the progress */
export async function executePlan(
  context: Context,
  plan: FilesPlan,
  journal: WorkJournal,
  say: (text: string) => void,
): Promise<CarriedOut> {
  const client = await context.client({ many: true });
  const reader = await context.client({ lookup: true });
  const run = new ApplyRun(plan, client, reader, journal, say);
  void context.interrupted().then(() => run.stop());
  for (const phase of phases) await run.carryOut(phase);
  await run.noteTwins();
  return run.end();
}

export class ApplyRun {
  readonly #writing: StepWriter;
  readonly #plan: FilesPlan;
  readonly #journal: WorkJournal | undefined;
  readonly #say: (text: string) => void;
  readonly #ends = new Map<PlanStep, StepEnd>();
  readonly #begun = new Set<PlanStep>();
  /** The addresses of resources that could not be written; others may depend on them. */
  readonly #failed = new Set<string>();
  readonly #applied = new AppliedChanges();
  #twins: readonly string[] = [];
  #stopped = false;

  /** @param reader undefined to skip the reads before writes, as in a dry run */
  constructor(
    plan: FilesPlan,
    client: ApiClient,
    reader: ApiClient | undefined,
    journal: WorkJournal | undefined,
    say: (text: string) => void,
  ) {
    this.#plan = plan;
    this.#journal = journal;
    this.#say = say;
    this.#writing = new StepWriter(plan, client, reader, this.#applied);
  }

  /** Starts no further steps. */
  stop(): void {
    this.#stopped = true;
  }

  async carryOut(phase: Phase): Promise<void> {
    const { things } = this.#plan.wanted;
    const byDepth = new Map<number, Map<string, PlanStep[]>>();
    for (const step of this.#plan.steps) {
      if (!isIn(phase, step)) continue;
      const depth = computeDepth(step.address, things);
      const stepsByKey = byDepth.get(depth) ?? new Map<string, PlanStep[]>();
      byDepth.set(depth, stepsByKey);
      addTo(stepsByKey, getConcurrencyKey(step.address), step);
    }
    const inOrder = [...byDepth].sort(([one], [other]) => one - other);
    for (const [, stepsByKey] of inOrder) {
      await runFewAtOnce([...stepsByKey.values()], async (steps) => {
        for (const step of steps) await this.#process(step, phase);
      });
    }
  }

  async #process(step: PlanStep, phase: Phase): Promise<void> {
    const { address, kind, does } = step;
    const currentFields = [...(step.wanted?.fields ?? [])].filter(
      ([field]) => isFinishing(kind, field) === (phase.does === "finish"),
    );
    const needed =
      does === "delete"
        ? findDeleteDependencies(address)
        : findDependencies(address, new Map(currentFields));
    const missing = [...needed, address].find((one) => this.#failed.has(one));
    if (this.#stopped || missing !== undefined) {
      if (missing === address || this.#ends.get(step)?.status === "done") {
        if (missing === undefined) this.#finish(step, "not begun");
        return;
      }
      const why =
        missing === undefined
          ? undefined
          : new ApiError(409, `Skipped because ${missing} was not written.`);
      this.#finish(step, this.#stopped ? "not begun" : "skipped", why);
      return;
    }
    const key = does === "create" ? toCreationKey(kind, address) : `${does} ${kind} ${address}`;
    const item = this.#plan.steps.indexOf(step) + 1;
    const isNew = does === "create" && !this.#applied.made.has(address);
    this.#begun.add(step);
    this.#say(`${this.#begun.size} of ${this.#plan.steps.length}: ${does} ${address}`);
    try {
      await this.#journal?.note({ item, key, is: "sending", ...(step.id && { target: step.id }) });
      if (does === "delete") await this.#writing.delete(step);
      else if (isNew && phase.does === "write") {
        await this.#writing.create(step, (created) => this.#noteCreated(created, item));
      } else await this.#writing.update(step, phase);
      const id = this.#plan.ids.findId(address);
      await this.#journal?.note({ item, key, is: "done", ...(does === "create" && id && { id }) });
      this.#finish(step, "done");
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const status = findStatus(error);
      if (status === undefined) throw error;
      const is = status === "unknown" ? "unknown" : status === "asked" ? "pending" : "failed";
      await this.#journal?.note({ item, key, is });
      this.#finish(step, status, error);
      if (error instanceof NetworkError) this.#stopped = true;
    }
  }

  /** Written to disk immediately: without the id, a resumed apply would create the resource again. */
  async #noteCreated({ kind, address, id }: CreatedResource, item: number): Promise<void> {
    await this.#journal?.note({ item, key: toCreationKey(kind, address), is: "done", id });
  }

  #finish(step: PlanStep, status: StepStatus, error?: Error): void {
    const { address, id } = step;
    if (status !== "done") this.#failed.add(address);
    const newId = step.does === "create" ? this.#plan.ids.findId(address) : id;
    this.#ends.set(step, { step, status, id: newId, ...(error && { error }) });
  }

  /** Notes resources that another run created at the same time. */
  async noteTwins(): Promise<void> {
    const created = [...this.#ends.values()].flatMap(({ step, status }) =>
      step.does === "create" && status === "done" ? step : [],
    );
    if (this.#stopped || created.length === 0) return;
    try {
      this.#twins = await this.#writing.findTwins(created);
    } catch (error) {
      // The changes are complete; the look-up only adds a note.
      if (!(error instanceof ApiError || error instanceof NetworkError)) throw error;
    }
  }

  end(): CarriedOut {
    for (const step of this.#plan.steps) {
      if (!this.#ends.has(step)) this.#finish(step, "not begun");
    }
    const all = this.#plan.steps.flatMap((step) => this.#ends.get(step) ?? []);
    const isWhole = !this.#stopped && all.every(({ status }) => status !== "unknown");
    return {
      all,
      notes: [...this.#applied.notes, ...this.#twins],
      twins: this.#twins,
      isWhole,
      locked: (before) => this.#applied.locked(before, this.#plan),
    };
  }
}

function isIn({ kinds, does }: Phase, { kind, does: step, changes }: PlanStep): boolean {
  if (!kinds.includes(kind)) return false;
  if (does === "delete") return step === "delete";
  if (step === "delete") return false;
  const isFinish = does === "finish";
  if (!isFinish && step === "create") return true;
  return changes.some(({ field }) => isFinishing(kind, field) === isFinish);
}

function findStatus(error: Error): StepStatus | undefined {
  if (error instanceof WriteConflictError) return "conflict";
  if (error instanceof ApiError) return "failed";
  if (error instanceof NetworkError) return error.arrived === "perhaps" ? "unknown" : "failed";
  if (!(error instanceof IncompleteError)) return undefined;
  if (error.how === "pending") return "asked";
  return error.how === "partial" || error.how === "unknown" ? "unknown" : "failed";
}

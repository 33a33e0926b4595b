/**
 * Repeatable ids: the same calls in the same order get the same ids, so that two runs can be
 * compared.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createIdSource } from "../core/ids.ts";
import type { Effect, JobKind, LongJob, ShortJob } from "../jobs/job.ts";
import type { Middleware } from "./pipeline/request-context.ts";

export interface RepeatableIds {
  readonly newId: () => string;
  /** Numbers the calls that write; calls that only read have no effect. */
  readonly middleware: Middleware;
  /** The same jobs, each with its own sequence of ids, which does not depend on the time of the run. */
  readonly kinds: (kinds: Readonly<Record<string, JobKind>>) => Readonly<Record<string, JobKind>>;
  /** Ends the use of its storage. Before Node 24, all promises take longer while one is in use. */
  readonly close: () => void;
}

/** Each sequence depends on its name only, so that concurrent work does not interfere. */
export function createRepeatableIds(seed: number): RepeatableIds {
  const sources = new AsyncLocalStorage<() => string>();
  const start = createIdSource(`${seed} start`);
  const reading = createIdSource(`${seed} reading`);
  const rounds = new Map<string, number>();
  let calls = 0;

  function within<T>(name: string, work: () => Promise<T>): Promise<T> {
    return sources.run(createIdSource(`${seed} ${name}`), work);
  }

  /** A job may be retried or enqueued several times. */
  function jobName(kind: string, payload: unknown): string {
    const name = `job ${kind} ${JSON.stringify(payload)}`;
    const round = (rounds.get(name) ?? 0) + 1;
    rounds.set(name, round);
    return `${name} ${round}`;
  }

  function short(kind: string, job: ShortJob): ShortJob {
    return (payload, call) => within(jobName(kind, payload), () => job(payload, call));
  }

  function long(kind: string, job: LongJob): LongJob {
    return {
      prepare: (payload, call) => {
        const name = jobName(kind, payload);
        return within(name, async () => {
          const prepared = await job.prepare(payload, call);
          const end = (effect: Effect): Effect => {
            return (last) => within(`${name} end`, () => effect(last));
          };
          return "record" in prepared ? { record: end(prepared.record) } : end(prepared);
        });
      },
    };
  }

  function anyKind(name: string, kind: JobKind): JobKind {
    if (kind.principal === "platform") {
      const { work } = kind;
      return { ...kind, work: typeof work === "object" ? long(name, work) : short(name, work) };
    }
    const { permission } = kind;
    return {
      ...kind,
      work: long(name, kind.work),
      permission: {
        ...permission,
        end: (payload, end, call) =>
          within(jobName(`${name} canceled`, payload), () => permission.end(payload, end, call)),
      },
    };
  }

  return {
    newId: () => (sources.getStore() ?? start)(),
    middleware({ method }, context, answer) {
      if (method === "GET" || method === "HEAD") return sources.run(reading, answer);
      const name = `call ${++calls}`;
      // It is stored with the changes of the call.
      context.id = createIdSource(`${seed} ${name} request`)();
      return within(name, answer);
    },
    kinds: (kinds) =>
      Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, anyKind(name, kind)])),
    close: () => sources.disable(),
  };
}

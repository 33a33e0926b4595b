/** Kinds of jobs for tests of the queue itself. */
import { platformJob } from "../../src/service/core/area.ts";
import type {
  Effect,
  JobKind,
  LongJob,
  RecordedEffect,
  ShortJob,
} from "../../src/service/jobs/job.ts";

/** Kinds that run in the name of the platform. */
export function platformKinds(
  works: Readonly<Record<string, ShortJob | LongJob>>,
): Readonly<Record<string, JobKind>> {
  return Object.fromEntries(
    Object.entries(works).map(([name, work]) => [name, platformJob("It is a test.", work)]),
  );
}

/** The transaction that ends a long job whose permission a test takes for granted. */
export function effectOf(prepared: Effect | RecordedEffect): Effect {
  return "record" in prepared ? prepared.record : prepared;
}

/** Job kinds for tests of the queue. */
import { createPlatformJob } from "../../../src/service/core/area.ts";
import type {
  Effect,
  JobKind,
  LongJob,
  RecordedEffect,
  ShortJob,
} from "../../../src/service/jobs/job.ts";

/** Job kinds that run with the permissions of the platform. */
export function platformKinds(
  works: Readonly<Record<string, ShortJob | LongJob>>,
): Readonly<Record<string, JobKind>> {
  return Object.fromEntries(
    Object.entries(works).map(([name, work]) => [name, createPlatformJob("It is a test.", work)]),
  );
}

/** The final transaction of a long job, without authorization. */
export function getEffect(prepared: Effect | RecordedEffect): Effect {
  return "record" in prepared ? prepared.record : prepared;
}

/** Scheduled merges of change requests, which the local platform carries out. */

import type { Context, Result } from "../../context.ts";
import * as contract from "../../contract/cr.ts";
import type { Input } from "../../contract/endpoint.ts";
import { ApiError } from "../../errors.ts";
import { formatZonedTime } from "../../json/local-time.ts";
import { asObject, asText } from "../../json/values.ts";

type ScheduledMergeIds = Input<typeof contract.get>;

/** @param at an RFC 3339 time */
export async function scheduleMerge(
  context: Context,
  ids: ScheduledMergeIds,
  at: string,
): Promise<Result> {
  const client = await context.client();
  const earlier = await findSchedule(context, ids);
  const { value } = await client
    .call(contract.scheduleMerge, { ...ids, at })
    .catch(async (error: unknown) => {
      throw await explainUnsupported(context, ids, error, toCronLine(ids, new Date(at)));
    });
  const record = asObject(value);
  const time = asText(asObject(record.scheduledMerge).at) || at;
  const replaced =
    earlier === undefined || earlier === time
      ? ""
      : ` It replaces the merge that was scheduled for ${formatZonedTime(earlier)}.`;
  return {
    done: `Scheduled the merge of change request ${ids.changeRequestId} for ${formatZonedTime(time)}.${replaced}`,
    record,
  };
}

/** The time of the scheduled merge; undefined if there is none, or it cannot be read. */
async function findSchedule(context: Context, ids: ScheduledMergeIds): Promise<string | undefined> {
  const client = await context.client({ isOptional: true });
  const { value } = await client.call(contract.get, ids).catch(() => ({ value: {} }));
  const { at, status } = asObject(asObject(value).scheduledMerge ?? {});
  return status === "scheduled" && typeof at === "string" ? at : undefined;
}

export async function cancelMerge(context: Context, ids: ScheduledMergeIds): Promise<Result> {
  const client = await context.client();
  const { status } = await client.call(contract.cancelMerge, ids);
  const isCanceled = status !== 204;
  return {
    record: { id: ids.changeRequestId, canceled: isCanceled },
    done: !isCanceled
      ? `Change request ${ids.changeRequestId} has no scheduled merge. No changes were made.`
      : `Canceled the scheduled merge of change request ${ids.changeRequestId}.`,
  };
}

/** A platform that knows the change request but not the operation does not support it. */
async function explainUnsupported(
  context: Context,
  ids: ScheduledMergeIds,
  error: unknown,
  cronLine: string,
): Promise<unknown> {
  if (!(error instanceof ApiError) || ![404, 405, 501].includes(error.status)) return error;
  const client = await context.client({ lookup: true });
  const isKnown = await client.call(contract.get, ids).then(
    () => true,
    () => false,
  );
  if (!isKnown) return error;
  return new ApiError(
    error.status,
    `This platform does not schedule merges. Add this line to a crontab, in the time zone of this machine: ${cronLine}`,
    { hint: cronLine, requestId: error.requestId },
  );
}

function toCronLine({ changeRequestId, spaceId }: ScheduledMergeIds, time: Date): string {
  const minute = [time.getMinutes(), time.getHours(), time.getDate(), time.getMonth() + 1];
  return `${minute.join(" ")} * tome cr merge ${changeRequestId} --space ${spaceId} --yes`;
}

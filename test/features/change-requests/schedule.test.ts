import { describe, expect, test } from "vitest";
import { ApiError } from "../../../src/errors.ts";
import { cancelMerge, scheduleMerge } from "../../../src/features/change-requests/schedule.ts";
import { formatZonedTime } from "../../../src/json/local-time.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

const ids = { spaceId: "S1", changeRequestId: "R1" };
const at = "2026-03-05T14:07:00.000Z";
const earlier = "2026-03-04T10:00:00.000Z";
const get = "GET /spaces/S1/change-requests/R1";

describe("scheduleMerge", () => {
  const schedule = async (responses: Readonly<Record<string, unknown>>) => {
    const { context, sent } = openScriptedContext({
      answer: ({ line }) => responses[line] ?? { id: "R1" },
    });
    const result = await scheduleMerge(context, ids, at).catch((error: unknown) => error);
    const line = sent.find((one) => typeof one !== "string");
    return { result, body: line?.[1], post: String(line?.[0]) };
  };
  const done = `Scheduled the merge of change request R1 for ${formatZonedTime(at)}.`;
  const replaced = `${done} It replaces the merge that was scheduled for ${formatZonedTime(earlier)}.`;

  test.each([
    ["none", {}, done],
    ["another time", { scheduledMerge: { at: earlier, status: "scheduled" } }, replaced],
    ["the same time", { scheduledMerge: { at, status: "scheduled" } }, done],
    ["one that has ended", { scheduledMerge: { at: earlier, status: "failed" } }, done],
    ["a value of another form", { scheduledMerge: { at: 7, status: "scheduled" } }, done],
  ])("replaces %s", async (_, current, sentence) => {
    const { result, body } = await schedule({ [get]: current });
    expect(body).toEqual({ at });
    expect(result).toEqual({ done: sentence, record: { id: "R1" } });
  });

  test("succeeds if the current schedule cannot be read, and names the time of the response", async () => {
    expect((await schedule({ [get]: 500 })).result).toMatchObject({ done });
    const { post } = await schedule({});
    const other = await schedule({
      [post]: { scheduledMerge: { at: earlier } },
      [get]: { scheduledMerge: { at: earlier, status: "scheduled" } },
    });
    expect(other.result).toMatchObject({
      done: `Scheduled the merge of change request R1 for ${formatZonedTime(earlier)}.`,
    });
  });

  test.each([404, 405, 501])(
    "suggests a crontab on a platform that responds with %d",
    async (status) => {
      const { post } = await schedule({});
      const time = new Date(at);
      const line = `${time.getMinutes()} ${time.getHours()} ${time.getDate()} ${time.getMonth() + 1} * tome cr merge R1 --space S1 --yes`;
      const { result } = await schedule({ [post]: status });
      expect(result).toBeInstanceOf(ApiError);
      expect(result).toMatchObject({
        status,
        message: `This platform does not schedule merges. Add this line to a crontab, in the time zone of this machine: ${line}`,
        hint: line,
      });
    },
  );

  test.each([
    [{ refusal: 404, current: 404 }, "Answered with 404."],
    [{ refusal: 403, current: {} }, "Answered with 403."],
  ])("reports the refusal %j", async ({ refusal, current }, message) => {
    const { post } = await schedule({});
    expect((await schedule({ [post]: refusal, [get]: current })).result).toMatchObject({ message });
  });
});

test.each([
  [
    200,
    {
      record: { id: "R1", canceled: true },
      done: "Canceled the scheduled merge of change request R1.",
    },
  ],
  [
    204,
    {
      record: { id: "R1", canceled: false },
      done: "Change request R1 has no scheduled merge. No changes were made.",
    },
  ],
])("cancelMerge with the status %d", async (status, expected) => {
  const { context } = openScriptedContext({
    more: { client: async () => ({ call: async () => ({ status, value: undefined }) }) },
  });
  expect(await cancelMerge(context, ids)).toEqual(expected);
});

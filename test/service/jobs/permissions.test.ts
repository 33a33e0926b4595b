import { expect, test } from "vitest";
import { ApiError } from "../../../src/errors.ts";
import { createPlatformJob, createRequestedJob } from "../../../src/service/core/area.ts";
import type { Queries } from "../../../src/service/database/tables.ts";
import type { EndedWork, Job, JobCall } from "../../../src/service/jobs/job.ts";
import { createPermissions } from "../../../src/service/jobs/permissions.ts";

const db = {} as Queries;
const job = {
  id: "J1",
  kind: "example",
  payload: "{}",
  organization_id: "O1",
  principal: JSON.stringify({ kind: "user", user: "ada" }),
} as Job;
const work: EndedWork = { operation: "importContent", target: { type: "space", id: "S1" } };

interface Case {
  readonly authorize?: () => Promise<void>;
  readonly ended?: EndedWork | undefined;
  readonly resolve?: () => Promise<never>;
}

/** A kind of job and the calls of its parts. */
function open({ authorize = async () => {}, ended, resolve }: Case) {
  const calls: string[] = [];
  const kind = createRequestedJob({ prepare: async () => async () => {} }, async () => ({
    authorize,
    end: async (_, { state }) => {
      calls.push(`end ${state}`);
      return ended;
    },
  }));
  const permissions = createPermissions(
    {
      resolve:
        resolve ??
        (async () => ({ caller: "ada", boundTo: undefined, requireScope: async () => {} })),
      recordCancellation: async (_, { operation, reason }) => {
        calls.push(`record ${operation}: ${reason}`);
      },
    },
    () => new Date(0),
  );
  return { permissions, kind, calls };
}

// Only a job that lost its permission is a canceled one; its failure is stored for its requester.
test.each([
  ["cancelled", work, ["end cancelled", "record importContent: Why."]],
  ["cancelled", undefined, ["end cancelled"]],
  ["failed", work, ["end failed"]],
  ["failed", undefined, ["end failed"]],
] as const)("the end of a %s job is recorded for %j as %j", async (state, ended, expected) => {
  const { permissions, kind, calls } = open({ ended });
  await permissions.end({ db } as JobCall, job, kind, { state, reason: "Why." });
  expect(calls).toEqual(expected);
});

test("the end of a job of the platform is recorded nowhere", async () => {
  const { permissions, calls } = open({ ended: work });
  const kind = createPlatformJob("It is a test.", async () => {});
  await permissions.end({ db } as JobCall, job, kind, { state: "cancelled", reason: "Why." });
  expect(await permissions.check(db, job, kind)).toBeUndefined();
  expect(calls).toEqual([]);
});

test("a job of an unknown kind has neither a permission nor an end", async () => {
  const { permissions, calls } = open({ ended: work });
  await permissions.end({ db } as JobCall, job, undefined, { state: "cancelled", reason: "Why." });
  expect([await permissions.check(db, job, undefined), calls]).toEqual([undefined, []]);
});

test("without principals, a job of a requester is canceled and not recorded", async () => {
  const permissions = createPermissions(undefined, () => new Date(0));
  const { kind, calls } = open({ ended: work });
  expect(await permissions.check(db, job, kind)).toMatch(/stored no requester/);
  await permissions.end({ db } as JobCall, job, kind, { state: "cancelled", reason: "Why." });
  expect(calls).toEqual(["end cancelled"]);
});

test("a refusal or a missing principal is a reason, and another error is thrown", async () => {
  const refuse = () => Promise.reject(new ApiError(403, "It needs the role edit."));
  const fail = () => Promise.reject(new TypeError("broken"));
  const check = ({ permissions, kind }: ReturnType<typeof open>, one: Job = job) =>
    permissions.check(db, one, kind);
  expect(await check(open({}))).toBeUndefined();
  expect(await check(open({ authorize: refuse }))).toMatch(
    /no longer has .* It needs the role edit/,
  );
  expect(await check(open({ resolve: refuse }))).toMatch(/no longer has .* It needs the role edit/);
  await expect(check(open({ authorize: fail }))).rejects.toThrow("broken");
  expect(await check(open({}), { ...job, principal: null })).toMatch(/stored no requester/);
});

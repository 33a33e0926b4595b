import { expect, test } from "vitest";
import type { WireRequest, WireResponse } from "../../../src/contract/wire.ts";
import { openOutside } from "../../../src/service/engines/network/egress.ts";
import { openSecretBox } from "../../../src/service/engines/secret-box.ts";
import type { JobCall, ShortJob } from "../../../src/service/jobs/job.ts";
import { createRepeatableIds } from "../../../src/service/server/deterministic-ids.ts";
import { platformKinds } from "../../support/platforms/job-kinds.ts";
import { openTestPlatform } from "../../support/platforms/platform.ts";

const answer: WireResponse = { status: 200, headers: {}, body: "" };

/** Concurrent requests and jobs that generate ids, each at its own speed. */
async function drawn(paces: readonly number[]): Promise<Readonly<Record<string, string[]>>> {
  const ids = createRepeatableIds(7);
  const all: Record<string, string[]> = {};
  const drawing = (name: string, pace: number) => async () => {
    const own: string[] = [];
    all[name] = own;
    for (let count = 0; count < 3; count++) {
      for (let turn = 0; turn < pace; turn++) await Promise.resolve();
      own.push(ids.newId());
    }
    return answer;
  };
  const [one = 1, two = 1, three = 1, four = 1] = paces;
  const job: ShortJob = async () => void (await drawing("job", three)());
  const kinds = ids.kinds(platformKinds({ job }));
  const call = (name: string, method: WireRequest["method"], pace: number) =>
    ids.middleware(
      { method, url: "", headers: {} },
      { id: "r", method, parts: ["v1", ""] },
      drawing(name, pace),
    );
  const { service } = await openTestPlatform();
  const jobCall: JobCall = {
    db: service.db,
    now: new Date(0),
    time: () => new Date(0),
    clockIsMoved: false,
    warn() {},
    newId: ids.newId,
    enqueue: async () => {},
    outside: openOutside(),
    secretBox: openSecretBox(undefined),
  };
  const run = kinds.job?.work;
  await Promise.all([
    call("first", "POST", one),
    call("second", "DELETE", two),
    call("reading", "GET", four),
    typeof run === "function" ? run({}, jobCall) : undefined,
  ]);
  return all;
}

test("ids of requests and jobs do not depend on their timing", async () => {
  const even = await drawn([1, 1, 1, 1]);
  expect(await drawn([1, 5, 9, 2])).toEqual(even);
  expect(await drawn([9, 2, 1, 3])).toEqual(even);
  const ids = Object.values(even).flat();
  expect(new Set(ids).size).toBe(12);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{20}$/);
});

test("additional reads do not change the ids of created resources", async () => {
  const make = async (reads: number) => {
    const { ask } = await openTestPlatform({ repeatable: 1, realTime: () => 0 });
    for (let count = 0; count < reads; count++) await ask("GET /v1/orgs");
    return ask("POST /v1/orgs", { body: { title: "Mine" } });
  };
  expect((await make(0)).body).toEqual((await make(5)).body);
});

import { expect, test } from "vitest";
import type { WireRequest, WireResponse } from "../../../src/contract/wire.ts";
import { createRequestedJob } from "../../../src/service/core/area.ts";
import { openOutside } from "../../../src/service/engines/network/egress.ts";
import { openSecretBox } from "../../../src/service/engines/secret-box.ts";
import type { JobCall, LongJobCall, ShortJob } from "../../../src/service/jobs/job.ts";
import { createRepeatableIds } from "../../../src/service/server/deterministic-ids.ts";
import { getEffect, platformKinds } from "../../support/platforms/job-kinds.ts";
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

const call = { db: {}, now: new Date(0) } as JobCall;

test("each attempt of a job, and each of its parts, has its own ids", async () => {
  const draw = async () => {
    const ids = createRepeatableIds(3);
    const own: string[] = [];
    const note = async () => void own.push(ids.newId());
    const kinds = ids.kinds({
      ...platformKinds({
        short: note,
        long: {
          async prepare() {
            await note();
            return note;
          },
        },
        recorded: { prepare: async () => ({ record: note }) },
      }),
      requested: createRequestedJob({ prepare: async () => note }, async () => ({
        authorize: async () => undefined,
        end: async () => void (await note()),
      })),
    });
    const { short, long, recorded, requested } = kinds;
    for (const payload of [1, 1, 2]) {
      if (typeof short?.work === "function") await short.work(payload, call);
    }
    for (const kind of [long, recorded, requested]) {
      if (typeof kind?.work !== "object") continue;
      await getEffect(await kind.work.prepare(1, call as LongJobCall))(call);
    }
    if (requested?.principal === "requester") {
      await requested.permission.end(1, { state: "failed", reason: "Why." }, call);
    }
    return own;
  };
  const own = await draw();
  expect(new Set(own).size).toBe(8);
  expect(await draw()).toEqual(own);
});

test("reading requests share ids, and other requests have an id of their own", async () => {
  const ids = createRepeatableIds(3);
  const send = async (method: WireRequest["method"]) => {
    const context = { id: "r", method, parts: [] };
    const drawn: string[] = [];
    await ids.middleware({ method, url: "", headers: {} }, context, async () => {
      drawn.push(ids.newId());
      return answer;
    });
    return [context.id === "r", drawn[0]];
  };
  const other = createRepeatableIds(3);
  expect([await send("GET"), await send("HEAD")].map(([isSame]) => isSame)).toEqual([true, true]);
  const [isSame, id] = await send("POST");
  expect(isSame).toBe(false);
  // The number of reads before has no effect.
  let first = "";
  await other.middleware(
    { method: "POST", url: "", headers: {} },
    { id: "r", method: "POST", parts: [] },
    async () => {
      first = other.newId();
      return answer;
    },
  );
  expect([id, (await send("POST"))[1] === id]).toEqual([first, false]);
});

/** Processes of scripts: when one is started, reused and ended. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ScriptOutcome } from "../../../../src/service/engines/scripts/script-messages.ts";
import { createScriptProcesses } from "../../../../src/service/engines/scripts/script-processes.ts";
import { usualLimits } from "../../../../src/service/engines/scripts/script-runner.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const minute = 60_000;
const request = { url: "https://a.example/", method: "GET", headers: {} };
const response = { status: 200, headers: {}, body: Buffer.from("") };

/** Processes whose runs end with the response, or with the failure of their script. */
function open(most = 2, failures: Readonly<Record<string, ScriptOutcome>> = {}) {
  const events: string[] = [];
  const dead = new Set<string>();
  const gates = new Map<string, Promise<void>>();
  const processes = createScriptProcesses(most, ({ name, hash }, loadTime) => {
    let active = 0;
    let isEnded = false;
    events.push(`start ${hash} ${loadTime}`);
    return {
      hash,
      active: () => active,
      isEnded: () => isEnded || dead.has(hash),
      async run(id) {
        events.push(`run ${id} ${hash}`);
        active++;
        await gates.get(name);
        active--;
        return failures[hash] ?? { logs: [], response };
      },
      async end() {
        if (!isEnded) events.push(`end ${hash}`);
        isEnded = true;
      },
    };
  });
  let ids = 0;
  const run = (hash: string) => {
    const [name = ""] = hash.split("-");
    const script = { name, hash, code: "", publisher: "p" };
    return processes.run(++ids, script, request, { ...usualLimits, loading: 7 });
  };
  return { events, dead, gates, run, close: processes.close, take: () => events.splice(0) };
}

it("a process is reused by the next runs of the same version", async () => {
  const { run, take } = open();
  expect(await run("a-1")).toEqual({ logs: [], response });
  await run("a-1");
  expect(take()).toEqual(["start a-1 7", "run 1 a-1", "run 2 a-1"]);
  await run("a-2");
  expect(take()).toEqual(["end a-1", "start a-2 7", "run 3 a-2"]);
});

it("a process that ended by itself is replaced", async () => {
  const { run, dead, take } = open();
  await run("a-1");
  dead.add("a-1");
  take();
  await run("a-1");
  expect(take()).toEqual(["end a-1", "start a-1 7", "run 2 a-1"]);
});

it("a process is ended ten minutes after its last run", async () => {
  const { run, take } = open();
  await run("a-1");
  vi.advanceTimersByTime(9 * minute);
  await run("a-1");
  vi.advanceTimersByTime(10 * minute - 1);
  expect(take()).toEqual(["start a-1 7", "run 1 a-1", "run 2 a-1"]);
  vi.advanceTimersByTime(1);
  expect(take()).toEqual(["end a-1"]);
  await run("a-1");
  expect(take()).toEqual(["start a-1 7", "run 3 a-1"]);
});

it("a process that was replaced is not ended twice, and the new one only after its own time", async () => {
  const { run, take } = open();
  await run("a-1");
  vi.advanceTimersByTime(9 * minute);
  await run("a-2");
  take();
  vi.advanceTimersByTime(9 * minute);
  expect([take(), vi.getTimerCount()]).toEqual([[], 1]);
});

it("a process is not ended during a long run, or while another run continues", async () => {
  const { run, gates, take } = open();
  await run("a-1");
  let release = () => {};
  gates.set("a", new Promise((resolve) => (release = resolve)));
  const long = run("a-1");
  gates.delete("a");
  await run("a-1");
  vi.advanceTimersByTime(20 * minute);
  expect(take()).toEqual(["start a-1 7", "run 1 a-1", "run 2 a-1", "run 3 a-1"]);
  release();
  await long;
  vi.advanceTimersByTime(10 * minute);
  expect(take()).toEqual(["end a-1"]);
});

it("with too many processes, the idle one that was used least recently is ended", async () => {
  const { run, take } = open(2);
  for (const hash of ["a-1", "b-1", "a-1"]) await run(hash);
  take();
  await run("c-1");
  expect(take()).toEqual(["end b-1", "start c-1 7", "run 4 c-1"]);
  await run("a-1");
  expect(take()).toEqual(["run 5 a-1"]);
  // The ended one is not counted again.
  await run("d-1");
  expect(take()).toEqual(["end c-1", "start d-1 7", "run 6 d-1"]);
});

it("with too many processes, one that runs is not ended", async () => {
  const { run, gates, take } = open(2);
  let release = () => {};
  gates.set("a", new Promise((resolve) => (release = resolve)));
  const long = run("a-1");
  await run("b-1");
  take();
  await run("c-1");
  expect(take()).toEqual(["end b-1", "start c-1 7", "run 3 c-1"]);
  release();
  await long;
});

it("a script that cannot be loaded is loaded again after a minute, and another version at once", async () => {
  const failure = { reason: "broken", message: "The script cannot be loaded." } as const;
  const stopped = { reason: "stopped", message: "It took too long." } as const;
  const { run, take } = open(2, {
    "a-1": { logs: [], failure },
    "b-1": { logs: [], failure: stopped },
  });
  expect(await run("a-1")).toEqual({ logs: [], failure });
  take();
  expect(await run("a-1")).toEqual({ logs: [], failure });
  vi.advanceTimersByTime(minute - 1);
  await run("a-1");
  expect(take()).toEqual([]);
  expect(await run("a-2")).toEqual({ logs: [], response });
  expect(take()).toEqual(["end a-1", "start a-2 7", "run 4 a-2"]);
  vi.advanceTimersByTime(1);
  await run("a-1");
  expect(take()).toEqual(["end a-2", "start a-1 7", "run 5 a-1"]);
  await run("b-1");
  await run("b-1");
  expect(take()).toEqual(["start b-1 7", "run 6 b-1", "run 7 b-1"]);
});

it("all processes end together, and no timer remains", async () => {
  const { run, close, take } = open();
  for (const hash of ["a-1", "b-1"]) await run(hash);
  take();
  await close();
  expect([take(), vi.getTimerCount()]).toEqual([["end a-1", "end b-1"], 0]);
});

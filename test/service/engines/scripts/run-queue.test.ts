import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  createRunQueue,
  type QueuedRun,
} from "../../../../src/service/engines/scripts/run-queue.ts";
import { randomFrom } from "../../../support/generators/random.ts";

const limits = {
  processes: 10,
  processesOfPublisher: 4,
  runsOfOrganization: 6,
  mostWaiting: 200,
  longestWait: 60_000,
};

/** Runs that end when the test ends them. */
function startQueue(options: Partial<typeof limits> = {}) {
  const queue = createRunQueue({ ...limits, ...options });
  const active = new Map<string, () => void>();
  const begun: string[] = [];
  const run = (id: string, queued: QueuedRun) =>
    queue(queued, () => {
      begun.push(id);
      return new Promise<string>((resolve) => active.set(id, () => resolve(id)));
    });
  const end = async (id: string) => {
    const finish = active.get(id);
    active.delete(id);
    finish?.();
    // The next run begins in the microtasks after the end.
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return { run, end, active, begun };
}

const run = (name: string, publisher: string, organization = publisher): QueuedRun => ({
  name,
  publisher,
  organization,
});

describe("the queue of runs", () => {
  test("leaves processes for other publishers", () => {
    const { run: start, begun } = startQueue();
    for (let index = 0; index < 10; index++) start(`h${index}`, run(`h${index}`, "hostile"));
    start("one", run("one", "first"));
    start("two", run("two", "second"));
    expect(begun).toEqual(["h0", "h1", "h2", "h3", "one", "two"]);
  });

  test("lets organizations take turns", async () => {
    const { run: start, end, begun } = startQueue({ runsOfOrganization: 1, processes: 1 });
    for (const id of ["a1", "a2", "a3"]) start(id, run("shared", "publisher", "a"));
    start("b1", run("other", "publisher", "b"));
    start("c1", run("third", "publisher", "c"));
    for (const id of ["a1", "a2", "b1", "c1", "a3"]) await end(id);
    // The first waiting organization is first, then the others before its next run.
    expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3"]);
  });

  test("limits the waiting runs of an organization only", async () => {
    const { run: start } = startQueue({ runsOfOrganization: 1, mostWaiting: 1 });
    start("a1", run("one", "publisher", "a"));
    start("a2", run("one", "publisher", "a"));
    expect(await start("a3", run("one", "publisher", "a"))).toEqual({
      refusal: "1 runs of the organization are waiting.",
    });
    expect(start("b1", run("one", "publisher", "b"))).toBeInstanceOf(Promise);
  });

  test("refuses a run that waited too long, which never begins", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { run: start, end, begun } = startQueue({ runsOfOrganization: 1, longestWait: 5000 });
    start("a1", run("one", "publisher", "a"));
    const refused = start("a2", run("one", "publisher", "a"));
    vi.advanceTimersByTime(1);
    const next = start("a3", run("one", "publisher", "a"));
    vi.advanceTimersByTime(4999);
    expect(await refused).toEqual({ refusal: "It waited 5 seconds for other runs." });
    await end("a1");
    // The timer of a run ends when it begins.
    expect([begun, vi.getTimerCount()]).toEqual([["a1", "a3"], 0]);
    await end("a3");
    expect(await next).toBe("a3");
  });

  test("counts the runs of one script as one process", async () => {
    const { run: start, end, begun } = startQueue({ processes: 1 });
    for (const id of ["a1", "a2"]) start(id, run("one", "a"));
    start("b1", run("two", "b"));
    expect(begun).toEqual(["a1", "a2"]);
    await end("a1");
    expect(begun).toEqual(["a1", "a2"]);
    await end("a2");
    expect(begun).toEqual(["a1", "a2", "b1"]);
  });

  test("never exceeds a limit, and ends every run", async () => {
    const random = randomFrom();
    const { run: start, end, active } = startQueue();
    const runs = new Map<string, QueuedRun>();
    const results: Promise<unknown>[] = [];
    for (let step = 0; step < 400; step++) {
      if (random.chance(0.6)) {
        const id = `r${step}`;
        const publisher = `p${random.below(3)}`;
        const queued = run(`${publisher}-${random.below(6)}`, publisher, `o${random.below(4)}`);
        runs.set(id, queued);
        results.push(start(id, queued));
      } else if (active.size > 0) await end(random.pick([...active.keys()]));
      const now = [...active.keys()].flatMap((id) => runs.get(id) ?? []);
      const names = new Map(now.map(({ name, publisher }) => [name, publisher]));
      expect(names.size, `seed ${random.seed}`).toBeLessThanOrEqual(limits.processes);
      for (const one of ["p0", "p1", "p2"]) {
        const own = [...names.values()].filter((publisher) => publisher === one);
        expect(own.length).toBeLessThanOrEqual(limits.processesOfPublisher);
      }
      for (const one of ["o0", "o1", "o2", "o3"]) {
        const own = now.filter(({ organization }) => organization === one);
        expect(own.length).toBeLessThanOrEqual(limits.runsOfOrganization);
      }
    }
    while (active.size > 0) await end([...active.keys()][0] ?? "");
    expect(await Promise.all(results)).toHaveLength(runs.size);
  });
});

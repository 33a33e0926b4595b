import { expect, test } from "vitest";
import { runThread, type ThreadTask } from "../../../src/service/engines/thread.ts";

const script = new URL("../../support/thread-program.ts", import.meta.url);

function run(data: string, more: Partial<ThreadTask> = {}): Promise<unknown> {
  return runThread({ script, data, memory: 64, patience: 60_000, ...more });
}

test("A thread brings back what its work returned", async () => {
  expect(await run("answer")).toEqual({ answered: true });
});

test("A thread asks and is answered, and its waiting is not counted as work", async () => {
  const asked: unknown[] = [];
  const answer = async (question: unknown) => {
    asked.push(question);
    return `re: ${question}`;
  };
  expect(await run("ask", { answer })).toEqual(["re: first", "re: second"]);
  expect(asked).toEqual(["first", "second"]);
});

test("A thread that never ends is ended", async () => {
  await expect(run("loop", { patience: 500 })).rejects.toMatchObject({
    name: "ThreadEnded",
    reason: "time",
  });
});

test("A thread that hoards memory is ended, and the process goes on", async () => {
  await expect(run("hoard")).rejects.toMatchObject({ name: "ThreadEnded", reason: "memory" });
});

test("A thread is ended when its work is of no use any more", async () => {
  const stop = new AbortController();
  const running = run("loop", { signal: stop.signal });
  stop.abort();
  await expect(running).rejects.toMatchObject({ reason: "aborted" });
  await expect(run("answer", { signal: stop.signal })).rejects.toMatchObject({ reason: "aborted" });
});

test("What the work throws is thrown, and so is what answering it throws", async () => {
  await expect(run("fail")).rejects.toThrow("out of luck");
  const answer = async () => {
    throw new Error("no answer");
  };
  await expect(run("ask", { answer })).rejects.toThrow("no answer");
});

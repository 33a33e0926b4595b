import { once } from "node:events";
import { MessageChannel } from "node:worker_threads";
import { expect, it, onTestFinished } from "vitest";
import { askAt } from "../../../../src/service/engines/threads/thread-side.ts";

it("requests of a thread are sent one at a time, in order", async () => {
  const { port1: main, port2: thread } = new MessageChannel();
  onTestFinished(() => main.close());
  const ask = askAt(thread);
  const answers = ["first", "second", "third"].map((question) => ask(question));
  const received: unknown[] = [];
  main.on("message", (question) => received.push(question));
  for (const question of ["first", "second", "third"]) {
    if (!received.includes(question)) await once(main, "message");
    expect(received.at(-1)).toBe(question);
    main.postMessage(`re: ${question}`);
  }
  expect(await Promise.all(answers)).toEqual(["re: first", "re: second", "re: third"]);
  expect(received).toHaveLength(3);
});

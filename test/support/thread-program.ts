/** What a thread does in tests, by the word that it is sent. */
import { serveHost } from "../../src/service/engines/thread-side.ts";

const deeds: Record<string, (ask: (question: unknown) => Promise<unknown>) => Promise<unknown>> = {
  answer: async () => ({ answered: true }),
  ask: async (ask) => [await ask("first"), await ask("second")],
  loop: async () => {
    for (;;);
  },
  hoard: async () => {
    for (const kept: number[][] = []; ; ) kept.push(Array.from({ length: 1000 }, Math.random));
  },
  fail: async () => {
    throw new RangeError("out of luck");
  },
};

void serveHost(async (data, ask) => deeds[String(data)]?.(ask));

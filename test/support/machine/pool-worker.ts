/** Worker functions of the thread pool for tests. */
import { askAt, type QuestionedInput } from "../../../src/service/engines/threads/thread-side.ts";

export async function answer(): Promise<unknown> {
  return { answered: true };
}

export async function ask({ port }: QuestionedInput<unknown>): Promise<unknown> {
  const ask = askAt(port);
  return [await ask("first"), await ask("second")];
}

export async function askMany({ port }: QuestionedInput<unknown>): Promise<unknown> {
  const ask = askAt(port);
  return Promise.all(["first", "second", "third"].map(ask));
}

export function loop(): never {
  for (;;);
}

/** Occupies its thread without the processor. */
export function wait(): unknown {
  return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

export function hoard(): never {
  for (const kept: number[][] = []; ; ) kept.push(Array.from({ length: 1000 }, Math.random));
}

export async function fail(): Promise<unknown> {
  throw new RangeError("out of luck");
}

/** Returns the limits, or exceeds one of them. */
export function bound({ input, limits }: { input: string; limits: object }): object {
  return input === "huge"
    ? { exceeded: { name: "page", measure: "nodes", maximum: 5 } }
    : { result: limits };
}

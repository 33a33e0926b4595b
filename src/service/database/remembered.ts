/** Answers of the database that are remembered for as long as nothing at all is changed in it. */
import { changesOf } from "./dialect.ts";
import type { Queries } from "./tables.ts";

interface Memory<T> {
  readonly changes: number;
  readonly answers: Map<string, T>;
}

/**
 * Asks the same question once between two changes of the data. Where other processes may change
 * them, every time.
 * @param most how many answers are remembered at once
 */
export function remembered<T>(
  most: number,
  ask: (db: Queries, about: string) => Promise<T>,
): (db: Queries, about: string) => Promise<T> {
  const memories = new WeakMap<object, Memory<T>>();
  return async (db, about) => {
    // Taken before the question, so that an answer from before a change is never held for one after.
    const changes = changesOf(db);
    if (changes === undefined) return ask(db, about);
    const { adapter } = db.getExecutor();
    let memory = memories.get(adapter);
    const known = memory?.changes === changes ? memory.answers.get(about) : undefined;
    if (known !== undefined) return known;
    const answer = await ask(db, about);
    if (memory?.changes !== changes || memory.answers.size >= most) {
      memory = { changes, answers: new Map() };
      memories.set(adapter, memory);
    }
    memory.answers.set(about, answer);
    return answer;
  };
}

/** Answers that several queries make, and that show one moment all the same. */
import { inSnapshot } from "../database/transaction.ts";
import type { Call } from "./handlers.ts";

/**
 * A GET whose queries all see the data as it was at one moment: no change of another request comes
 * between them. It keeps others from the one connection of SQLite, so it must wait for nothing else.
 */
export function atOneMoment<Input, Answer>(
  handler: (input: Input, call: Call) => Promise<Answer>,
): (input: Input, call: Call) => Promise<Answer> {
  return (input, call) => inSnapshot(call.db, (db) => handler(input, { ...call, db }));
}

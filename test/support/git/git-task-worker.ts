/** Worker functions for tests of the thread of an import or export. */
import type { GitOutcome, ThreadData } from "../../../src/service/areas/git/git-worker.ts";
import { createThreadCall } from "../../../src/service/areas/git/thread-call.ts";
import { GitFailure } from "../../../src/service/engines/git/failure.ts";
import { askAt, type QuestionedInput } from "../../../src/service/engines/threads/thread-side.ts";

type Task<Input> = QuestionedInput<ThreadData<Input>>;

/** Returns its input and its settings. */
export async function repeat({ input }: Task<unknown>): Promise<GitOutcome<unknown>> {
  return { result: input };
}

/** Sends questions to the platform, one after the other, and returns the responses. */
export async function ask({ input, port }: Task<unknown[]>): Promise<GitOutcome<unknown>> {
  const send = askAt(port);
  const answers: unknown[] = [];
  for (const question of input.input) answers.push(await send(question));
  return { result: answers };
}

/** Reads the titles of all spaces. */
export async function readTitles({ input, port }: Task<unknown>): Promise<GitOutcome<unknown>> {
  const { db } = createThreadCall(input.setting, askAt(port));
  const rows = await db.selectFrom("spaces").select("title").execute();
  return { result: rows.map(({ title }) => title) };
}

export async function refuse(): Promise<GitOutcome<unknown>> {
  const { reason, message } = new GitFailure("no-branch", "There is no branch.");
  return { failure: { reason, message } };
}

export async function fail(): Promise<GitOutcome<unknown>> {
  throw new RangeError("out of luck");
}

export function loop(): never {
  for (;;);
}

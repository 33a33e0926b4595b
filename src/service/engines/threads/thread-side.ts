/** Worker side of tasks that send requests to the main thread, which has the network access. */
import type { MessagePort } from "node:worker_threads";

/** The input of a pooled function that may send requests. */
export interface QuestionedInput<Input> {
  readonly input: Input;
  readonly port: MessagePort;
}

/** Sends one request at a time, in order, however many are made at once. */
export type AskQuestion = (question: unknown) => Promise<unknown>;

export function askAt(port: MessagePort): AskQuestion {
  // It never rejects: if the main thread cannot respond, it ends the worker.
  let last: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answer = last.then(
      () =>
        new Promise((resolve) => {
          port.once("message", resolve);
          port.postMessage(question);
        }),
    );
    last = answer;
    return answer;
  };
}

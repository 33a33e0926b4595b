/** The thread's side of work that asks the platform, as only that reaches the network. */
import type { MessagePort } from "node:worker_threads";

/** What a pooled function gets if its questions are answered. */
export interface Asking<Input> {
  readonly input: Input;
  readonly port: MessagePort;
}

/** Asks one question after the other, however many are asked at once: answers come in their order. */
export type Ask = (question: unknown) => Promise<unknown>;

export function askAt(port: MessagePort): Ask {
  // It never rejects: where the platform cannot answer, it ends the thread.
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

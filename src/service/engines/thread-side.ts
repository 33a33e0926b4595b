/** The thread's side of work that asks the platform, as only that reaches the network. */
import type { MessagePort } from "node:worker_threads";

/** What a pooled function gets if its questions are answered. */
export interface Asking<Input> {
  readonly input: Input;
  readonly port: MessagePort;
}

/** Asks one question at a time. */
export type Ask = (question: unknown) => Promise<unknown>;

export function askAt(port: MessagePort): Ask {
  return (question) =>
    new Promise((resolve) => {
      port.once("message", resolve);
      port.postMessage(question);
    });
}

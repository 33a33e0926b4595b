/** The thread's side: does one piece of work for the platform that started it. */
import { parentPort, workerData } from "node:worker_threads";

/** Asks the platform, as only it reaches the network; one question at a time. */
export type Ask = (question: unknown) => Promise<unknown>;

/** @param work receives what the platform sent; its result is sent back */
export async function serveHost(
  work: (data: unknown, ask: Ask) => Promise<unknown>,
): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error("This is the program of a thread, and there is none.");
  const ask: Ask = (question) =>
    new Promise((resolve) => {
      port.once("message", resolve);
      port.postMessage({ question });
    });
  port.postMessage({ result: await work(workerData, ask) });
}

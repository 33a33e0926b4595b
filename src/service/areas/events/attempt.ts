/** One attempt to hand an event to a tunnel, and what came of it in words. */

import { FetchFailure } from "../../engines/fetch-failure.ts";
import type { LongJobCall } from "../../jobs/job.ts";

export interface Attempt {
  /**
   * `taken` by the tunnel; `refused` for good, by the tunnel or by a guard of the platform; an
   * `error` of the tunnel, or its `silence`, which may both be over later.
   */
  readonly outcome: "taken" | "refused" | "error" | "silence";
  readonly report: string;
}

interface ToSend {
  readonly id: string;
  readonly integration: string;
  readonly payload: string;
  readonly attempts: number;
  readonly tunnel_url: string | null;
}

/** For the whole of one attempt, in milliseconds. */
const patience = 10_000;
const largestAnswer = 256 * 1024;
/** How much of an error's text goes into the trace. */
const shownAnswer = 200;

/** Never throws: whatever happens is what came of it. */
export async function attemptOn(event: ToSend, call: LongJobCall): Promise<Attempt> {
  if (event.tunnel_url === null) return { outcome: "refused", report: "there is no tunnel." };
  const { type } = JSON.parse(event.payload) as { readonly type: string };
  const begun = call.time().getTime();
  // By the platform's clock, which stands still where runs are to be alike.
  const took = () => `in ${Math.max(0, call.time().getTime() - begun)} ms`;
  try {
    const { status, body } = await call.outside.fetch({
      url: event.tunnel_url,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "idempotency-key": event.id,
        "x-event-id": event.id,
        "x-event-type": type,
        "x-event-attempt": String(event.attempts + 1),
        "x-integration": event.integration,
      },
      body: event.payload,
      largest: largestAnswer,
      patience,
      signal: call.signal,
    });
    return answered(status, Buffer.from(body).toString("utf8"), took());
  } catch (error) {
    const report = error instanceof Error ? error.message : String(error);
    const refused = error instanceof FetchFailure && error.reason === "refused";
    return { outcome: refused ? "refused" : "silence", report };
  }
}

function answered(status: number, text: string, took: string): Attempt {
  if (status >= 200 && status < 300) {
    return { outcome: "taken", report: `the tunnel answered ${status} ${took}.` };
  }
  if (status >= 300 && status < 400) {
    return {
      outcome: "refused",
      report: `the tunnel answered ${status} ${took}, and no redirect is followed; give the address that it leads to.`,
    };
  }
  const shown = text.trim().slice(0, shownAnswer);
  const report = `the tunnel answered ${status} ${took}${shown === "" ? "." : `: ${shown}`}`;
  const passing = status >= 500 || status === 408 || status === 425 || status === 429;
  return { outcome: passing ? "error" : "refused", report };
}

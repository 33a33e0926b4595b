/** Changes of an organization, one after the other: as a plan, as what a dry run prints, and carried out. */

import type { Client, Column, Context, JsonObject } from "../../context.ts";
import type { Endpoint, Input } from "../../contract/endpoint.ts";
import { Problem, Unreachable, Unsettled } from "../../errors.ts";
import { confirm } from "../confirm.ts";

/** One request that changes something. */
export interface Step {
  /** An imperative clause: `remove Ada from the team "Docs"`. */
  readonly says: string;
  readonly describe: (client: Client) => ReturnType<Client["describe"]>;
  readonly send: (client: Client) => Promise<unknown>;
}

/** "asked": it waits for an admin or an invited user, and is not done yet. "unknown": it may have been done. */
export type Outcome = "done" | "asked" | "failed" | "unknown" | "not begun";

export interface StepResult {
  readonly says: string;
  readonly outcome: Outcome;
  readonly error?: Error;
}

export function buildStep<E extends Endpoint>(says: string, endpoint: E, input: Input<E>): Step {
  return {
    says,
    describe: (client) => client.describe(endpoint, input),
    send: (client) => client.call(endpoint, input),
  };
}

/**
 * In a dry run the command ends here, with the requests as its result, after saying what they do.
 * @param notes what is said besides, as when it is carried out
 */
export function announceSteps(
  client: Client,
  steps: readonly Step[],
  notes: readonly string[],
): void {
  const requests = steps.map((step) => step.describe(client));
  client.announceAll(requests, [...formatLines(steps, "see the requests for all"), ...notes]);
}

/** How many steps are said to a person at once. */
const mostListed = 30;

/** @param rest where those are that are left out */
function formatLines(steps: readonly Step[], rest: string): readonly string[] {
  const lines = steps.slice(0, mostListed).map(({ says }) => `- ${says}`);
  const more = steps.length - lines.length;
  return more > 0 ? [...lines, `- and ${more} more; ${rest}`] : lines;
}

/**
 * Asks whether to carry them out, after listing them.
 * @param line the whole command, for the message
 * @throws UsageError if nobody can be asked; Cancelled if the person declines
 */
export async function confirmSteps(
  context: Context,
  line: string,
  steps: readonly Step[],
  question: string,
): Promise<void> {
  const { note } = context.terminal;
  await confirm(context, line, () => {
    for (const step of formatLines(steps, "use --dry-run to list all")) note(step);
    return question;
  });
}

/**
 * Carries them out in their order. One that is refused does not keep the others from being tried; after
 * one without an answer nothing further is begun.
 * @param say told what is under way
 * @param stopsAtRefusal nothing further is begun after a refusal either: what follows needs it
 */
export async function carryOutSteps(
  client: Client,
  steps: readonly Step[],
  say: (text: string) => void = () => {},
  stopsAtRefusal = false,
): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  let isStopped = false;
  for (const [at, step] of steps.entries()) {
    const { says } = step;
    if (isStopped) {
      results.push({ says, outcome: "not begun" });
      continue;
    }
    say(`${at + 1} of ${steps.length}: ${says}`);
    try {
      await step.send(client);
      results.push({ says, outcome: "done" });
    } catch (error) {
      const outcome = toOutcome(error);
      if (outcome === undefined || !(error instanceof Error)) throw error;
      results.push({ says, outcome, error });
      isStopped = error instanceof Unreachable || (stopsAtRefusal && outcome !== "asked");
    }
  }
  return results;
}

function toOutcome(error: unknown): Outcome | undefined {
  if (error instanceof Problem) return "failed";
  if (error instanceof Unreachable) return error.arrived === "perhaps" ? "unknown" : "failed";
  if (!(error instanceof Unsettled)) return undefined;
  if (error.how === "pending") return "asked";
  return error.how === "partial" || error.how === "unknown" ? "unknown" : "failed";
}

export const stepColumns: readonly Column[] = [
  { header: "STATUS", path: "status", as: "state" },
  { header: "CHANGE", path: "change", as: "title", wide: true },
  { header: "ERROR", path: "error", wide: true },
];

export function toStepRows(results: readonly StepResult[]): JsonObject[] {
  return results.map(({ says, outcome, error }) => ({
    status: outcome,
    change: says,
    error: error?.message ?? null,
  }));
}

/**
 * Why steps are no success; undefined if all are done.
 * @param results at least one of them was begun
 */
export function buildIncompleteError(results: readonly StepResult[]): Unsettled | undefined {
  const count = (...outcomes: readonly Outcome[]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const undone = count("failed", "unknown", "not begun");
  const asked = count("asked");
  if (undone > 0) {
    const first = results.find(({ outcome }) => outcome === "failed" || outcome === "unknown");
    const why = first === undefined ? "" : ` First error: ${first.says}: ${first.error?.message}`;
    return new Unsettled(
      "partial",
      `${undone} of ${results.length} changes failed or have an unknown result. Run the command again to complete them.${why}`,
    );
  }
  if (asked === 0) return undefined;
  return new Unsettled(
    "pending",
    `${asked} of ${results.length} changes await an admin or an invited user. Run the command again afterwards.`,
  );
}

/** Sequence of changes to an organization: plan, dry run and execution. */

import type { Client, Column, Context, JsonObject } from "../../context.ts";
import type { Endpoint, Input } from "../../contract/endpoint.ts";
import { Problem, Unreachable, Unsettled } from "../../errors.ts";
import { confirm } from "../confirm.ts";

/** One write request. */
export interface Step {
  /** An imperative clause: `remove Ada from the team "Docs"`. */
  readonly says: string;
  readonly describe: (client: Client) => ReturnType<Client["describe"]>;
  readonly send: (client: Client) => Promise<unknown>;
}

/** "asked": awaits an admin or an invited user. "unknown": may have been applied. */
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
 * In a dry run the command ends here with the requests as its result and a description of each.
 * @param notes further messages, the same as without a dry run
 */
export function announceSteps(
  client: Client,
  steps: readonly Step[],
  notes: readonly string[],
): void {
  const requests = steps.map((step) => step.describe(client));
  client.announceAll(requests, [...formatLines(steps, "see the requests for all"), ...notes]);
}

/** Maximum number of steps to print. */
const mostListed = 30;

/** @param rest how to list the omitted steps */
function formatLines(steps: readonly Step[], rest: string): readonly string[] {
  const lines = steps.slice(0, mostListed).map(({ says }) => `- ${says}`);
  const more = steps.length - lines.length;
  return more > 0 ? [...lines, `- and ${more} more; ${rest}`] : lines;
}

/**
 * Lists the steps and asks for confirmation.
 * @param line the complete command, for the message
 * @throws UsageError without a terminal; Cancelled if the user declines
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
 * Executes the steps in order. A refusal does not stop the following steps; a missing response
 * does.
 * @param say called with the current step
 * @param stopsAtRefusal also stop after a refusal, because the following steps depend on it
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
 * The error for incomplete steps; undefined if all are done.
 * @param results of at least one started step
 */
export function buildIncompleteError(results: readonly StepResult[]): Unsettled | undefined {
  const count = (...outcomes: readonly Outcome[]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const undone = count("failed", "unknown", "not begun");
  const pendingCount = count("asked");
  if (undone > 0) {
    const first = results.find(({ outcome }) => outcome === "failed" || outcome === "unknown");
    const why = first === undefined ? "" : ` First error: ${first.says}: ${first.error?.message}`;
    return new Unsettled(
      "partial",
      `${undone} of ${results.length} changes failed or have an unknown result. Run the command again to complete them.${why}`,
    );
  }
  if (pendingCount === 0) return undefined;
  return new Unsettled(
    "pending",
    `${pendingCount} of ${results.length} changes await an admin or an invited user. Run the command again afterwards.`,
  );
}

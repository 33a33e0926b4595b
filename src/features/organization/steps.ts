/** Sequence of changes to an organization: plan, dry run and execution. */

import type { ApiClient, Context, JsonObject, PrintedColumn } from "../../context.ts";
import type { Endpoint, Input } from "../../contract/endpoint.ts";
import { ApiError, IncompleteError, NetworkError } from "../../errors.ts";
import { confirm } from "../confirm.ts";

/** One write request. */
export interface OrganizationStep {
  /** An imperative clause: `remove Ada from the team "Docs"`. */
  readonly says: string;
  readonly describe: (client: ApiClient) => ReturnType<ApiClient["describe"]>;
  readonly send: (client: ApiClient) => Promise<unknown>;
}

/** "asked": awaits an admin or an invited user. "unknown": may have been applied. */
export type StepOutcome = "done" | "asked" | "failed" | "unknown" | "not begun";

export interface StepResult {
  readonly says: string;
  readonly outcome: StepOutcome;
  readonly error?: Error;
}

export function buildStep<E extends Endpoint>(
  says: string,
  endpoint: E,
  input: Input<E>,
): OrganizationStep {
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
  client: ApiClient,
  steps: readonly OrganizationStep[],
  notes: readonly string[],
): void {
  const requests = steps.map((step) => step.describe(client));
  client.announceAll(requests, [...steps.map(({ says }) => `- ${says}`), ...notes]);
}

/** Maximum number of steps to print. */
const mostListed = 30;

function formatLines(steps: readonly OrganizationStep[]): readonly string[] {
  const lines = steps.slice(0, mostListed).map(({ says }) => `- ${says}`);
  const more = steps.length - lines.length;
  return more > 0 ? [...lines, `- and ${more} more; use --dry-run to list all`] : lines;
}

/**
 * Lists the steps and asks for confirmation.
 * @param line the complete command, for the message
 * @throws UsageError without a terminal; CanceledError if the user declines
 */
export async function confirmSteps(
  context: Context,
  line: string,
  steps: readonly OrganizationStep[],
  question: string,
): Promise<void> {
  const { note } = context.terminal;
  await confirm(context, line, () => {
    for (const step of formatLines(steps)) note(step);
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
  client: ApiClient,
  steps: readonly OrganizationStep[],
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
      isStopped = error instanceof NetworkError || (stopsAtRefusal && outcome !== "asked");
    }
  }
  return results;
}

function toOutcome(error: unknown): StepOutcome | undefined {
  if (error instanceof ApiError) return "failed";
  if (error instanceof NetworkError) return error.arrived === "perhaps" ? "unknown" : "failed";
  if (!(error instanceof IncompleteError)) return undefined;
  if (error.how === "pending") return "asked";
  return error.how === "partial" || error.how === "unknown" ? "unknown" : "failed";
}

export const stepColumns: readonly PrintedColumn[] = [
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
export function buildIncompleteError(results: readonly StepResult[]): IncompleteError | undefined {
  const count = (...outcomes: readonly StepOutcome[]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const undone = count("failed", "unknown", "not begun");
  const pendingCount = count("asked");
  if (undone > 0) {
    const first = results.find(({ outcome }) => outcome === "failed" || outcome === "unknown");
    const why = first === undefined ? "" : ` First error: ${first.says}: ${first.error?.message}`;
    return new IncompleteError(
      "partial",
      `${undone} of ${results.length} changes failed or have an unknown result. Run the command again to complete them.${why}`,
    );
  }
  if (pendingCount === 0) return undefined;
  return new IncompleteError(
    "pending",
    `${pendingCount} of ${results.length} changes await an admin or an invited user. Run the command again afterwards.`,
  );
}

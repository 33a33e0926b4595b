/** Options for tests: injected faults, and deterministic ids and times. */
import type { Context, ServeOptions } from "../../context.ts";
import { UsageError } from "../../errors.ts";

export interface SandboxInput {
  readonly faults?: string;
  readonly repeatable?: number;
  readonly clock?: string;
}

const usualClock = "2026-01-01T00:00:00Z";

/** @throws UsageError for an unreadable file, and for a clock without `--repeatable` */
export async function loadSandboxOptions(
  context: Context,
  { faults, repeatable, clock }: SandboxInput,
): Promise<Pick<ServeOptions, "faults" | "repeatable">> {
  if (clock !== undefined && repeatable === undefined) {
    throw new UsageError(
      "--clock requires --repeatable. To move the clock of existing data, use tome local clock.",
    );
  }
  return {
    faults:
      faults === undefined ? undefined : { name: faults, plan: await context.readDocument(faults) },
    repeatable:
      repeatable === undefined
        ? undefined
        : { seed: repeatable, clock: new Date(clock ?? usualClock) },
  };
}

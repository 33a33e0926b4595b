/** Flags of `tome serve` and `tome local exec` for fault injection and repeatable runs. */
import { integer, optional, text } from "./fields.ts";

export const simulationFields = {
  faults: optional(
    text("JSON or YAML file with the plan, - for standard input", { placeholder: "file" }),
  ),
  repeatable: optional(
    integer("Generate deterministic IDs from a seed and freeze the clock (in-memory only)", {
      min: 0,
      placeholder: "seed",
    }),
  ),
  clock: optional(
    text("Initial time of the clock with --repeatable", {
      format: "date-time",
      default: "2026-01-01T00:00:00Z",
    }),
  ),
};

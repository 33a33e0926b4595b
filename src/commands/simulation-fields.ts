/** The flags of `tome serve` and `tome local exec` for fault injection and repeatable runs. */
import { optional, text, whole } from "../contract/fields.ts";

export const simulationFields = {
  faults: optional(
    text("Plan of faults, a JSON or YAML file, - for standard input", { placeholder: "file" }),
  ),
  repeatable: optional(
    whole("Draw ids from this seed and stop the clock; data in memory", {
      min: 0,
      placeholder: "seed",
    }),
  ),
  clock: optional(
    text("Time of the clock with --repeatable", {
      format: "date-time",
      default: "2026-01-01T00:00:00Z",
    }),
  ),
};

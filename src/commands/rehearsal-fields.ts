/** What `tome serve` and `tome local exec` take to make a rehearsal hard, or the same each time. */
import { optional, text, whole } from "../contract/fields.ts";

export const rehearsalFields = {
  faults: optional(
    text("Plan of faults, a JSON or YAML file, - for standard input", { placeholder: "file" }),
  ),
  repeatable: optional(
    whole("Draw ids from this seed and let the clock stand still; data in memory", {
      min: 0,
      placeholder: "seed",
    }),
  ),
  clock: optional(
    text("Where the clock of --repeatable stands", {
      format: "date-time",
      default: "2026-01-01T00:00:00Z",
    }),
  ),
};

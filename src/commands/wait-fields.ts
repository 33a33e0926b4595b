/** Flags for waiting until an asynchronous operation ends. */
import { boolean, integer, optional } from "./fields.ts";

export const waitFields = {
  wait: optional(boolean("Wait until the operation is complete")),
  waitLimit: optional(
    integer("Maximum number of seconds to wait", {
      min: 1,
      max: 86_400,
      default: 600,
      placeholder: "seconds",
    }),
  ),
};

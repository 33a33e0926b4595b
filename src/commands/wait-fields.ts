/** Flags for waiting until an asynchronous operation ends. */
import { flag, optional, whole } from "../contract/fields.ts";

export const waitFields = {
  wait: optional(flag("Wait until the operation is complete")),
  waitLimit: optional(
    whole("With --wait: maximum number of seconds to wait", {
      min: 1,
      max: 86_400,
      default: 600,
      placeholder: "seconds",
    }),
  ),
};

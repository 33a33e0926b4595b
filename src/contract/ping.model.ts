/** The answer to a ping. */
import * as z from "zod/mini";

export const ping = z.looseObject({
  /** A signed token of a few minutes; the field's name is the API's own. */
  gitbookVisitorClaims: z.optional(z.string()),
});

/** What a template is filled with. */
import * as z from "zod/mini";
import { contentReference } from "./content-reference.model.ts";

export const templateParams = z.strictObject({
  contentRefs: z.optional(z.record(z.string().check(z.maxLength(100)), contentReference)),
});

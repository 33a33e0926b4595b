/** A user, as embedded in other responses. */
import * as z from "zod/mini";
import { url } from "./shared.model.ts";

export const user = z.looseObject({
  object: z.literal("user"),
  id: z.string(),
  displayName: z.string(),
  email: z.optional(z.string()),
  photoURL: z.optional(url),
  urls: z.looseObject({ location: url }),
});

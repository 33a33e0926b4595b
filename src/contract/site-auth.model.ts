/** Visitor authentication of a site. */
import * as z from "zod/mini";
import { open, url } from "./shared.model.ts";
import { authBackends } from "./site-values.ts";

export const publishingAuth = z.looseObject({
  object: z.literal("publishing-auth"),
  backend: open(authBackends),
  /** Signs visitor tokens; must be kept secret. */
  privateKey: z.string(),
  fallbackURL: z.optional(url),
  logoutURL: z.optional(url),
  integration: z.optional(z.string()),
});

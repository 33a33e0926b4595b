/** How visitors of a docs site sign in. */
import * as z from "zod/mini";
import { open, url } from "./shared.model.ts";
import { authBackends } from "./site-values.ts";

export const publishingAuth = z.looseObject({
  object: z.literal("publishing-auth"),
  backend: open(authBackends),
  /** Signs the tokens of visitors, and nobody else may have it. */
  privateKey: z.string(),
  fallbackURL: z.optional(url),
  logoutURL: z.optional(url),
  integration: z.optional(z.string()),
});

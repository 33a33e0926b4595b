/** A share link: a secret URL that opens a site. */
import * as z from "zod/mini";
import { createPageModel, time, url } from "./shared.model.ts";

export const shareLink = z.looseObject({
  object: z.literal("share-link"),
  id: z.string(),
  createdAt: time,
  name: z.optional(z.string()),
  /** Inactive links grant no access. */
  active: z.optional(z.boolean()),
  /** The time from which the link grants no access; absent for a link without expiry. */
  expiresAt: z.optional(time),
  urls: z.looseObject({ published: z.optional(url) }),
});

export const shareLinks = createPageModel(shareLink);

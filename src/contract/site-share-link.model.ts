/** A share link: an address with a key, which opens a docs site to whoever has it. */
import * as z from "zod/mini";
import { page, time, url } from "./shared.model.ts";

export const shareLink = z.looseObject({
  object: z.literal("share-link"),
  id: z.string(),
  createdAt: time,
  name: z.optional(z.string()),
  /** A link that is not active opens nothing. */
  active: z.optional(z.boolean()),
  urls: z.looseObject({ published: z.optional(url) }),
});

export const shareLinks = page(shareLink);

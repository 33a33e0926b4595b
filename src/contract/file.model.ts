/** A file of a space, such as an image or a download. */
import * as z from "zod/mini";
import { gitLocation } from "./page.model.ts";
import { createPageModel, url } from "./shared.model.ts";

export const file = z.looseObject({
  id: z.string(),
  name: z.string(),
  contentType: z.string(),
  downloadURL: url,
  size: z.number(),
  dimensions: z.optional(z.looseObject({ width: z.number(), height: z.number() })),
  git: z.optional(gitLocation),
});

export const files = createPageModel(file);

/** Agent instructions of an organization. */
import * as z from "zod/mini";
import { document } from "./document.model.ts";
import { time, url } from "./shared.model.ts";

export const instructions = z.looseObject({
  object: z.literal("agent-instructions"),
  instructions: document,
  updatedAt: time,
  updatedBy: z.string(),
  urls: z.looseObject({ location: url }),
});

/** A URL to which a file can be uploaded, and the key of the file. */
import * as z from "zod/mini";
import { url } from "./shared.model.ts";

export const uploadUrl = z.looseObject({
  object: z.literal("storage-signed-url"),
  /** Valid for a short time and for one file. */
  url,
  key: z.string(),
});

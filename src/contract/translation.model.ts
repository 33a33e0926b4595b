/** A translation: a space kept in another language as a second space. */
import * as z from "zod/mini";
import { document } from "./document.model.ts";
import { languages } from "./languages.ts";
import { createPageModel, createPermissionsModel, open, time, url } from "./shared.model.ts";

export const translation = z.looseObject({
  object: z.literal("translation"),
  id: z.string(),
  status: open(["pending", "running", "completed"]),
  source: z.looseObject({ space: z.string(), language: open(languages) }),
  language: open(languages),
  instructions: document,
  /** The space that the last run created or updated; absent before the first run ends. */
  result: z.optional(
    z.looseObject({
      space: z.string(),
      revision: z.string(),
      language: z.optional(open(languages)),
    }),
  ),
  /**
   * Corrected pages that a run did not overwrite although their source has changed, with the change
   * requests that contain the new translations. Only in the response for one translation.
   */
  outdated: z.optional(z.array(z.looseObject({ page: z.string(), changeRequest: z.string() }))),
  /** Error of the last run; absent if it succeeded. */
  error: z.optional(z.string()),
  createdAt: time,
  updatedAt: time,
  /** Durations are in milliseconds. */
  stats: z.looseObject({
    runs: z.number(),
    totalWords: z.number(),
    totalPages: z.number(),
    totalDuration: z.number(),
    latestRunDuration: z.number(),
    latestPages: z.number(),
    latestWords: z.number(),
  }),
  permissions: createPermissionsModel(["view", "edit"]),
  urls: z.looseObject({ location: url }),
});

export const translations = createPageModel(translation);

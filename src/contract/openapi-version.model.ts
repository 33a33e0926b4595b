/** Versions of a stored API specification and their content. */
import * as z from "zod/mini";
import { createPageModel, open, time, url } from "./shared.model.ts";

export const version = z.looseObject({
  object: z.literal("openapi-spec-version"),
  id: z.string(),
  createdAt: z.optional(time),
  url,
  urls: z.looseObject({ location: url }),
});

export const versions = createPageModel(version);

export const content = z.looseObject({
  /** Files by name, the main file first; `$ref`s use these names. */
  filesystem: z.record(z.string(), z.unknown()),
  url,
  /**
   * URLs of the document: one that requires a token, and a public one if the visibility allows it.
   */
  urls: z.optional(z.looseObject({ source: url, public: z.nullable(url) })),
});

export const raw = z.looseObject({ text: z.string(), format: open(["json", "yaml"]) });

/** A version of a stored API specification, and what is in it. */
import * as z from "zod/mini";
import { open, page, time, url } from "./shared.model.ts";

export const version = z.looseObject({
  object: z.literal("openapi-spec-version"),
  id: z.string(),
  createdAt: z.optional(time),
  url,
  urls: z.looseObject({ location: url }),
});

export const versions = page(version);

export const content = z.looseObject({
  /** The files by their names, the one to begin with first; a `$ref` leads to another by its name. */
  filesystem: z.record(z.string(), z.unknown()),
  url,
  /** Addresses of the document: one that needs a token, and one for everybody if it is public. */
  urls: z.optional(z.looseObject({ source: url, public: z.nullable(url) })),
});

export const raw = z.looseObject({ text: z.string(), format: open(["json", "yaml"]) });

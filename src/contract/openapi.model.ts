/** A stored API specification, its source and processing status. */
import * as z from "zod/mini";
import { describeLengths, isWebAddress } from "./check.ts";
import { createPageModel, createPermissionsModel, open, time, url } from "./shared.model.ts";

export const specification = z.looseObject({
  object: z.literal("openapi-spec"),
  id: z.string(),
  createdAt: time,
  updatedAt: time,
  slug: z.string(),
  sourceURL: z.optional(url),
  processingState: open(["pending", "progress", "complete"]),
  visibility: z.optional(open(["private", "public"])),
  lastVersion: z.optional(z.string()),
  lastProcessedAt: z.optional(time),
  lastProcessErrorCode: z.optional(open(["FETCH_TIMEOUT", "FETCH_ERROR", "PARSE_ERROR"])),
  lastProcessedErrorCount: z.optional(z.number()),
  lastProcessedErrors: z.optional(
    z.array(z.looseObject({ message: z.string(), code: z.optional(z.string()) })),
  ),
  permissions: createPermissionsModel(["view", "edit"]),
  urls: z.looseObject({ location: url, app: url, published: z.optional(url) }),
});

export const specifications = createPageModel(specification);

const address = z.string().check(
  // Spread: at most two checks.
  ...describeLengths(1, 2048),
  z.refine((value) => isWebAddress(value), { error: "must be an http or https URL" }),
);

/** Source of a specification: a URL to fetch, or the text. */
export const source = z.union(
  [z.strictObject({ url: address }), z.strictObject({ text: z.string().check(z.minLength(1)) })],
  {
    error: 'must be {"url": a URL of at most 2048 characters} or {"text": the specification}',
  },
);

export type SpecificationSource = z.infer<typeof source>;

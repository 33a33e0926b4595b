/** Parameters of templates. */
import * as z from "zod/mini";
import { contentReference } from "./content-reference.model.ts";

/** No template of the local platform requires a tag. */
const tag = z.strictObject({
  kind: z.literal("tag"),
  tag: z.string(),
  space: z.optional(z.string()),
});

export const templateParams = z.strictObject({
  contentRefs: z.optional(
    z.record(z.string().check(z.maxLength(100)), z.union([contentReference, tag])),
  ),
});

/** A template with its parameters. */
export const template = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(255)),
  params: z.optional(templateParams),
});
export type TemplateReference = z.infer<typeof template>;

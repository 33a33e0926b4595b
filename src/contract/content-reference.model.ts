/** A reference from content to a resource, by ids. */
import * as z from "zod/mini";

const id = z.string();
const within = { space: z.optional(id) };

export const contentReference = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("file"), file: id, ...within }),
  z.looseObject({ kind: z.literal("url"), url: z.string() }),
  z.looseObject({ kind: z.literal("page"), page: id, ...within }),
  z.looseObject({
    kind: z.literal("anchor"),
    anchor: z.string(),
    page: z.optional(id),
    ...within,
  }),
  z.looseObject({ kind: z.literal("user"), user: id }),
  z.looseObject({ kind: z.literal("collection"), collection: id }),
  z.looseObject({ kind: z.literal("space"), space: id }),
  z.looseObject({ kind: z.literal("reusable-content"), reusableContent: id, ...within }),
  z.looseObject({ kind: z.literal("openapi"), spec: id }),
]);
export type ContentReference = z.infer<typeof contentReference>;

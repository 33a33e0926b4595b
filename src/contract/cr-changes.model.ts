/** Changes of a change request, by page and file. */
import * as z from "zod/mini";
import { changeRequest, conflict } from "./cr.model.ts";
import { open } from "./shared.model.ts";

const page = z.looseObject({
  id: z.string(),
  type: open(["document", "group", "link", "computed"]),
  title: z.string(),
  path: z.optional(z.string()),
});

const file = z.looseObject({
  id: z.string(),
  name: z.string(),
  contentType: z.string(),
  downloadURL: z.string(),
});

const reusableContent = z.looseObject({ id: z.string(), title: z.string() });

/** The changed fields by name; a side without a value has no member. */
const attributes = z.record(
  z.string(),
  z.looseObject({ before: z.optional(z.unknown()), after: z.optional(z.unknown()) }),
);

const change = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("page_created"), page }),
  z.looseObject({ type: z.literal("page_edited"), page, attributes }),
  z.looseObject({ type: z.literal("page_deleted"), page }),
  z.looseObject({
    type: z.literal("page_moved"),
    page,
    parent: z.looseObject({ before: z.optional(page), after: z.optional(page) }),
  }),
  z.looseObject({ type: z.literal("file_created"), file }),
  z.looseObject({ type: z.literal("file_edited"), file, attributes }),
  z.looseObject({ type: z.literal("file_deleted"), file }),
  z.looseObject({ type: z.literal("reusable_content_created"), reusableContent }),
  z.looseObject({ type: z.literal("reusable_content_edited"), reusableContent, attributes }),
  z.looseObject({ type: z.literal("reusable_content_deleted"), reusableContent }),
  z.looseObject({ type: z.literal("variables_edited"), variables: attributes }),
]);
export type SemanticChange = z.infer<typeof change>;

export const semanticChanges = z.looseObject({
  mergedFrom: z.optional(changeRequest),
  changes: z.array(change),
  /** Number of omitted changes. */
  more: z.optional(z.number()),
  /**
   * Current conflicts; absent if the platform does not return them or the change request is closed.
   */
  conflicts: z.optional(z.array(conflict)),
});

/** Changes to the content of a change request, as sent by the client. */
import * as z from "zod/mini";
import { body } from "./comment.model.ts";
import { changeRequest } from "./cr.model.ts";
import { file } from "./file.model.ts";
import { longestPageDescription, mostContentChanges } from "./limits.ts";
import { url } from "./shared.model.ts";

const id = z.string().check(z.minLength(1), z.maxLength(255));
const count = z.int().check(z.gte(0));

/** Title and display settings of a page. */
const attributes = {
  title: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  description: z.optional(z.string().check(z.maxLength(longestPageDescription))),
  slug: z.optional(z.string().check(z.maxLength(100))),
  emoji: z.optional(z.string().check(z.maxLength(50))),
  icon: z.optional(z.string().check(z.maxLength(50))),
  hidden: z.optional(z.boolean()),
  noIndex: z.optional(z.boolean()),
  noRobotsIndex: z.optional(z.boolean()),
  condition: z.optional(z.string().check(z.maxLength(1024))),
};

const updatePage = z.strictObject({
  operation: z.literal("update_page"),
  page: id,
  document: z.optional(body),
  into: z.optional(z.nullable(id)),
  at: z.optional(count),
  ...attributes,
});

const insertPage = z.strictObject({
  operation: z.literal("insert_page"),
  document: body,
  into: z.optional(id),
  at: z.optional(count),
  ref: z.optional(id),
  ...attributes,
});

const deletePage = z.strictObject({ operation: z.literal("delete_page"), page: id });

const revertPage = z.strictObject({
  operation: z.literal("revert_page"),
  page: id,
  revision: z.optional(id),
  block: z.optional(z.array(id).check(z.maxLength(1000))),
});

const insertFiles = z.strictObject({
  operation: z.literal("insert_files"),
  files: z
    .array(
      z.strictObject({
        ref: z.optional(id),
        name: z.string().check(z.minLength(1), z.maxLength(256)),
        contentType: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
        /** The bytes, or a URL to fetch them from. */
        base64: z.optional(z.string()),
        url: z.optional(z.string().check(z.maxLength(2048))),
      }),
    )
    .check(z.minLength(1), z.maxLength(20)),
});

const contentChange = z.discriminatedUnion("operation", [
  updatePage,
  insertPage,
  deletePage,
  revertPage,
  insertFiles,
]);
export type ContentChange = z.infer<typeof contentChange>;

export const contentChanges = z
  .array(contentChange)
  .check(z.minLength(1), z.maxLength(mostContentChanges));

const pageReference = z.looseObject({
  object: z.literal("page"),
  id: z.string(),
  urls: z.looseObject({ location: url }),
});

/** The change request, with the list of changes if requested. */
export const contentUpdate = z.union([
  changeRequest,
  z.looseObject({
    changeRequest,
    changes: z.array(
      z.discriminatedUnion("object", [
        z.looseObject({
          object: z.literal("created_page"),
          ref: z.optional(z.string()),
          page: pageReference,
        }),
        z.looseObject({ object: z.literal("updated_page"), page: pageReference }),
        z.looseObject({ object: z.literal("deleted_page"), page: z.string() }),
      ]),
    ),
    insertedFiles: z.optional(z.array(file)),
  }),
]);
export type ContentUpdate = z.infer<typeof contentUpdate>;

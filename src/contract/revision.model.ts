/** A revision: a version of a space's content. */
import * as z from "zod/mini";
import { changeRequest } from "./cr.model.ts";
import { file } from "./file.model.ts";
import { computedSource, gitLocation, page, tags, variables } from "./page.model.ts";
import { open, time, url } from "./shared.model.ts";

export const reusableContent = z.looseObject({
  id: z.string(),
  title: z.string(),
  git: z.optional(gitLocation),
  document: z.optional(z.string()),
  computed: z.optional(computedSource),
  computedSeed: z.optional(z.string()),
});

export const revision = z.looseObject({
  object: z.literal("revision"),
  id: z.string(),
  type: open(["edits", "merge", "rollback", "update", "computed"]),
  parents: z.array(z.string()),
  pages: z.array(page),
  files: z.array(file),
  reusableContents: z.array(reusableContent),
  tags,
  variables: z.optional(variables),
  createdAt: time,
  /** The merged change request. */
  mergedFrom: z.optional(changeRequest),
  git: z.optional(
    z.looseObject({
      oid: z.string(),
      message: z.string(),
      createdByGitBook: z.boolean(),
      url: z.optional(z.string()),
      ref: z.optional(z.string()),
    }),
  ),
  urls: z.looseObject({ app: url, published: z.optional(url), public: z.optional(url) }),
});

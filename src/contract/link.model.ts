/** Links of content: target, location and status. */
import * as z from "zod/mini";
import { collection } from "./collection.model.ts";
import { changeRequest } from "./cr.model.ts";
import { file } from "./file.model.ts";
import { specification as openapi } from "./openapi.model.ts";
import { organization } from "./organization.model.ts";
import { page as contentPage } from "./page.model.ts";
import { reusableContent, revision } from "./revision.model.ts";
import { createPageModel, open } from "./shared.model.ts";
import { space } from "./space.model.ts";
import { user } from "./user.model.ts";

const versionContext = z.optional(
  z.discriminatedUnion("type", [
    z.looseObject({ type: z.literal("revision"), revision }),
    z.looseObject({ type: z.literal("changeRequest"), changeRequest }),
  ]),
);
const within = { organization, space };

/** A page in a reference omits its subpages. */
const pageReference = z.looseObject({
  kind: z.literal("page"),
  ...within,
  versionContext,
  page: contentPage,
  internalLocation: z.optional(
    z.discriminatedUnion("type", [
      z.looseObject({ type: z.literal("anchor"), anchor: z.string() }),
      z.looseObject({ type: z.literal("node"), node: z.string() }),
    ]),
  ),
});

/** Target or source of a reference as an object instead of an id. */
export const reference = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("file"), ...within, versionContext, file }),
  z.looseObject({ kind: z.literal("url"), url: z.string() }),
  pageReference,
  z.looseObject({ kind: z.literal("user"), user }),
  z.looseObject({ kind: z.literal("collection"), organization, collection }),
  z.looseObject({ kind: z.literal("space"), ...within }),
  z.looseObject({
    kind: z.literal("reusable-content"),
    ...within,
    versionContext,
    reusableContent,
  }),
  z.looseObject({
    kind: z.literal("openapi"),
    organization,
    openAPISpec: openapi,
  }),
]);
export type LinkReference = z.infer<typeof reference>;

const link = z.looseObject({
  status: open(["ok", "broken", "in-app"]),
  relation: open(["reference", "dependsOn"]),
  /** Absent if the target does not exist or is not visible. A broken anchor contains the page. */
  targetReference: z.optional(reference),
  locationReferences: z.array(reference),
});
export type Link = z.infer<typeof link>;

export const references = createPageModel(reference);

export const links = z.extend(createPageModel(link), {
  stats: z.looseObject({
    total: z.number(),
    broken: z.looseObject({ total: z.number(), changeRequest: z.optional(z.number()) }),
  }),
  /** Links whose target was not requested: URLs of other websites, and of the platform itself. */
  unchecked: z.optional(z.looseObject({ external: z.number(), inApp: z.number() })),
});

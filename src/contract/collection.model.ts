/** A collection: a folder of spaces and further collections. */
import * as z from "zod/mini";
import { createPageModel, createPermissionsModel, level, url } from "./shared.model.ts";

export const collection = z.looseObject({
  object: z.literal("collection"),
  id: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  organization: z.string(),
  parent: z.optional(z.string()),
  defaultLevel: z.nullable(level),
  urls: z.looseObject({ location: url, app: url }),
  permissions: createPermissionsModel(["view", "admin", "viewInviteLinks", "create"]),
});

export const collections = createPageModel(collection);

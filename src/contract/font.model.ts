/** A custom font of an organization: a family with a file for each weight. */
import * as z from "zod/mini";
import { fontSourceFormats, longestStorageKey } from "./font-values.ts";
import { createPageModel, createPermissionsModel, open } from "./shared.model.ts";

const weight = z.int().check(z.gte(1), z.lte(1000));
const storageKey = z.string().check(z.minLength(1), z.maxLength(longestStorageKey));
/** A font has at most one file for each weight. */
const mostFaces = 20;

/** Faces of a new font. */
export const newFaces = z
  .array(z.strictObject({ weight, storageKey }))
  .check(z.minLength(1), z.maxLength(mostFaces));

/** Changed faces; null removes a weight. */
export const changedFaces = z
  .array(z.strictObject({ weight, storageKey: z.nullable(storageKey) }))
  .check(z.maxLength(2 * mostFaces));

export const font = z.looseObject({
  id: z.string(),
  custom: z.boolean(),
  fontFamily: z.string(),
  fontFaces: z.array(
    z.looseObject({
      weight: z.int(),
      sources: z.array(
        z.looseObject({ url: z.string(), format: z.optional(open(fontSourceFormats)) }),
      ),
    }),
  ),
  permissions: createPermissionsModel(["edit"]),
});

export const fonts = createPageModel(font);

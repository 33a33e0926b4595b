/** An import of website pages into a space. */
import * as z from "zod/mini";
import { createPageModel, open, time, url } from "./shared.model.ts";

export const importStatuses = [
  "pending",
  "in-progress",
  "completed",
  "failed",
  "cancelled",
] as const;

/** Source of the import in the request. */
export const importSource = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("website"),
    url: z.url().check(z.maxLength(2048)),
  }),
  z.strictObject({
    type: z.literal("file"),
    files: z.array(z.string()).check(z.minLength(1), z.maxLength(50)),
  }),
]);
export type ImportSource = z.infer<typeof importSource>;

/** Target of the imported pages. */
export const importTarget = z.looseObject({
  space: z.string(),
  changeRequest: z.optional(z.string()),
  page: z.optional(z.string()),
});

export const importRun = z.looseObject({
  object: z.literal("import-run"),
  id: z.string(),
  status: open(importStatuses),
  /** Reason of a failure. */
  reason: z.optional(z.string()),
  source: z.discriminatedUnion("type", [
    z.looseObject({ type: z.literal("website"), url }),
    z.looseObject({ type: z.literal("file"), files: z.array(z.string()) }),
  ]),
  target: importTarget,
  /** The site of the space, if there is only one. */
  site: z.optional(z.string()),
  createdBy: z.string(),
  createdAt: time,
  updatedAt: time,
  startedAt: z.optional(time),
  completedAt: z.optional(time),
  /** Pages found so far. */
  pages: z.array(
    z.looseObject({
      id: z.string(),
      sourceURL: z.optional(z.string()),
      type: open(["page", "folder"]),
      status: open(["complete", "pending"]),
    }),
  ),
  urls: z.looseObject({ location: url }),
});

export const importRuns = createPageModel(importRun);

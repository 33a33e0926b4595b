/** Visitor schema of a site, and the conditions derived from it. */
import * as z from "zod/mini";
import { time } from "./shared.model.ts";

/** Only the outer structure: the platform validates it as a JSON Schema. */
export const jsonSchema = z.record(z.string(), z.unknown());

export const adaptiveSchema = z.looseObject({
  object: z.literal("site-adaptive-schema"),
  jsonSchema,
  updatedAt: time,
});

export const templateConditions = z.looseObject({
  items: z.array(z.looseObject({ description: z.string(), condition: z.string() })),
});

/** What a site expects of its visitors' claims, and the conditions that follow from it. */
import * as z from "zod/mini";
import { time } from "./shared.model.ts";

/** Only its outermost form: the platform checks it as a JSON schema, by rules of its own. */
export const jsonSchema = z.record(z.string(), z.unknown());

export const adaptiveSchema = z.looseObject({
  object: z.literal("site-adaptive-schema"),
  jsonSchema,
  updatedAt: time,
});

export const templateConditions = z.looseObject({
  items: z.array(z.looseObject({ description: z.string(), condition: z.string() })),
});

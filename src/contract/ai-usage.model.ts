/** Use of AI features by period. */
import * as z from "zod/mini";
import { time } from "./shared.model.ts";

export const aiUsage = z.looseObject({
  from: time,
  to: time,
  periods: z.array(
    z.looseObject({
      date: z.iso.date(),
      credits: z.number(),
      features: z.array(
        z.looseObject({ feature: z.string(), credits: z.number(), creditsPercent: z.number() }),
      ),
    }),
  ),
});

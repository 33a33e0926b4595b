/** Models of fault injection and the journal. */
import * as z from "zod/mini";

export const anything = z.unknown();

export const faults = z.object({
  seed: z.nullable(z.number()),
  rules: z.array(z.looseObject({ fault: z.string(), calls: z.number(), strikes: z.number() })),
  log: z.array(
    z.object({ call: z.number(), what: z.string(), fault: z.string(), rule: z.string() }),
  ),
});

const text = z.nullable(z.string());

export const requests = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      method: z.string(),
      path: z.string(),
      operation: text,
      status: z.nullable(z.number()),
      user: text,
      milliseconds: z.number(),
      slow: z.nullable(z.object({ prepare: z.number(), wait: z.number(), work: z.number() })),
      fault: text,
      message: text,
      nearMisses: z.array(z.string()),
    }),
  ),
});

export const state = z.object({
  now: z.string(),
  digest: z.string(),
  tables: z.record(z.string(), z.number()),
  rows: z.optional(z.record(z.string(), z.array(z.record(z.string(), z.unknown())))),
});

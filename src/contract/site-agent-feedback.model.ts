/** Feedback of AI agents about a site, and about the tools that it offers. */
import * as z from "zod/mini";
import { describeLengths } from "./check.ts";

// Spread: at most two checks.
const text = (min: number, max: number) => z.string().check(...describeLengths(min, max));
// Spread: at most two checks.
const url = z.string().check(z.url(), ...describeLengths(0, 2048));
const count = z.optional(z.int().check(z.minimum(0)));

export const reportedBy = z.looseObject({
  model: z.optional(text(0, 100)),
  userAgent: z.optional(text(0, 512)),
  correlationId: z.optional(text(0, 100)),
  onDemand: z.optional(z.boolean()),
});

export const subject = z.discriminatedUnion("kind", [
  z.looseObject({
    kind: z.literal("mcp-tool"),
    toolName: text(0, 200),
    target: z.optional(text(0, 200)),
  }),
  z.looseObject({
    kind: z.literal("cli-command"),
    command: text(0, 200),
    flags: z.optional(z.array(text(0, 100)).check(z.maxLength(50))),
  }),
  z.looseObject({
    kind: z.literal("api-endpoint"),
    method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]),
    path: text(0, 500),
  }),
  z.looseObject({ kind: z.literal("documentation"), url }),
  z.looseObject({ kind: z.literal("generic") }),
]);
export type FeedbackSubject = z.infer<typeof subject>;

export const feedback = z.looseObject({
  category: z.enum([
    ...(["usability", "reliability", "documentation", "efficiency"] as const),
    ...(["interoperability", "could-not-accomplish"] as const),
  ]),
  severity: z.optional(z.enum(["low", "medium", "high"])),
  goal: z.optional(text(0, 1024)),
  summary: text(1, 256),
  detail: z.optional(text(0, 4096)),
  workaround: z.optional(text(0, 2048)),
  metrics: z.optional(z.looseObject({ callCount: count, successCount: count, retryCount: count })),
});

export const receipt = z.looseObject({ id: z.string(), result: z.string() });

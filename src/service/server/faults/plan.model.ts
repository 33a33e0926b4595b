/** The schema of a fault plan: rules with the calls that they match and the faults that they inject. */
import * as z from "zod/mini";
import { parseDuration } from "../../core/clock.ts";

const span = z.string().check(
  z.refine<string>((text) => (parseDuration(text) ?? -1) >= 0, {
    error: "must be a duration such as 250ms, 2s or 1m",
  }),
);
const count = z.int().check(z.gte(1));
const name = z.string().check(z.maxLength(200));
const header = z.string().check(
  z.refine<string>((text) => /^[\t\x20-\x7e]*$/.test(text), {
    error: "must contain printable ASCII characters only",
  }),
);

/** The calls that a rule matches. All fields are optional: a rule without them matches every call. */
const meeting = {
  /** The name of the rule in the log. */
  name: z.optional(name),
  /** Operation names. */
  operation: z.optional(
    z.union([name, z.array(name)], {
      error: "must be the name of an operation, or a list of them",
    }),
  ),
  /**
   * A method and a path: `*` stands for any method or one path segment, `**` for the rest of the
   * path.
   */
  match: z.optional(
    z.string().check(
      z.refine<string>((text) => /^(\*|[A-Z]+) \/\S*$/.test(text), {
        error: 'must be a method and a path, such as "GET /v1/orgs/*/spaces" or "* /v1/**"',
      }),
    ),
  ),
  /** The probability for a matching call, from 0 to 1. */
  probability: z.optional(z.number().check(z.gte(0), z.lte(1))),
  /** The number of matching calls before the first fault. */
  after: z.optional(z.int().check(z.gte(0))),
  /** The maximum number of faults. */
  count: z.optional(count),
};

/** Whether the platform executes the call before the fault. */
const when = z.optional(z.enum(["before", "after"]));

const delay = z.strictObject({
  fault: z.literal("delay"),
  ...meeting,
  for: span,
  upTo: z.optional(span),
});
const error = z.strictObject({
  fault: z.literal("error"),
  ...meeting,
  when,
  status: z.int().check(z.gte(200), z.lte(599)),
  message: z.optional(z.string()),
  /** Replaces the default error body: a string as it is, other values as JSON. */
  body: z.optional(z.unknown()),
  headers: z.optional(
    z
      .record(z.string(), header)
      .check(
        z.refine<Record<string, string>>(
          (headers) => Object.keys(headers).every((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name)),
          { error: "must contain valid header names only" },
        ),
      ),
  ),
});
const rateLimit = z.strictObject({
  fault: z.literal("rate-limit"),
  ...meeting,
  /** The value of `X-RateLimit-Limit`. */
  limit: z.optional(count),
  /** The time from the response until `X-RateLimit-Reset`. */
  reset: z.optional(span),
  /** Whether to send `Retry-After` too. */
  retryAfter: z.optional(z.boolean()),
  /** Whether calls before that time are refused too. */
  hold: z.optional(z.boolean()),
});
const drop = z.strictObject({ fault: z.literal("drop"), ...meeting, when });
const truncate = z.strictObject({
  fault: z.literal("truncate"),
  ...meeting,
  /** The number of bytes that are sent; half of the response if absent. */
  bytes: z.optional(z.int().check(z.gte(0))),
});
const malformed = z.strictObject({ fault: z.literal("malformed"), ...meeting });
const html = z.strictObject({
  fault: z.literal("html"),
  ...meeting,
  when,
  body: z.optional(z.string()),
});

const kinds = [delay, error, rateLimit, drop, truncate, malformed, html] as const;

export const faultRules = z.array(
  z.discriminatedUnion("fault", kinds, {
    error: "must be delay, error, rate-limit, drop, truncate, malformed or html",
  }),
);

export type FaultRule = z.infer<typeof faultRules>[number];

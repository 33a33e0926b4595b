/** The schema of a plan of faults: rules, each with the calls that it matches and the fault. */
import * as z from "zod/mini";
import { parseDuration } from "../../core/clock.ts";

const span = z.string().check(
  z.refine<string>((text) => (parseDuration(text) ?? -1) >= 0, {
    error: "must be a span of time such as 250ms, 2s or 1m",
  }),
);
const count = z.int().check(z.gte(1));
const name = z.string().check(z.maxLength(200));
const header = z.string().check(
  z.refine<string>((text) => /^[\t\x20-\x7e]*$/.test(text), {
    error: "must have printable ASCII characters only",
  }),
);

/** Which calls a rule matches, and how many of them. All are optional: a bare rule matches every call. */
const meeting = {
  /** What the log calls the rule. */
  name: z.optional(name),
  /** Names of operations. */
  operation: z.optional(
    z.union([name, z.array(name)], {
      error: "must be the name of an operation, or a list of them",
    }),
  ),
  /** A method and a path: `*` stands for any method and for one part of a path, `**` for the rest. */
  match: z.optional(
    z.string().check(
      z.refine<string>((text) => /^(\*|[A-Z]+) \/\S*$/.test(text), {
        error: 'must be a method and a path, such as "GET /v1/orgs/*/spaces" or "* /v1/**"',
      }),
    ),
  ),
  /** The probability for a call that matches, from 0 to 1. */
  probability: z.optional(z.number().check(z.gte(0), z.lte(1))),
  /** How many calls pass first. */
  after: z.optional(z.int().check(z.gte(0))),
  /** How often it strikes at most. */
  count: z.optional(count),
};

/** Whether the platform does the work of the call before the fault. */
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
  /** Instead of the platform's own form: a text as it is, anything else as JSON. */
  body: z.optional(z.unknown()),
  headers: z.optional(
    z
      .record(z.string(), header)
      .check(
        z.refine<Record<string, string>>(
          (headers) => Object.keys(headers).every((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name)),
          { error: "must have names of headers only" },
        ),
      ),
  ),
});
const rateLimit = z.strictObject({
  fault: z.literal("rate-limit"),
  ...meeting,
  /** What `X-RateLimit-Limit` says. */
  limit: z.optional(count),
  /** How long from the answer to the time that `X-RateLimit-Reset` says. */
  reset: z.optional(span),
  /** Whether `Retry-After` says it too. */
  retryAfter: z.optional(z.boolean()),
  /** Whether calls before that time are refused as well. */
  hold: z.optional(z.boolean()),
});
const drop = z.strictObject({ fault: z.literal("drop"), ...meeting, when });
const truncate = z.strictObject({
  fault: z.literal("truncate"),
  ...meeting,
  /** How many bytes of the answer are sent; half of them if absent. */
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

/** Nested values of an integration's manifest. */
import * as z from "zod/mini";
import { describeLengths, isWebAddress } from "./check.ts";
import { directives } from "./integration-values.ts";

// Spread: at most two checks.
const createLengthCheck = (min: number, max: number) =>
  z.string().check(...describeLengths(min, max));
const title = createLengthCheck(2, 40);
const description = z.optional(createLengthCheck(0, 150));

const block = z.strictObject({
  id: createLengthCheck(1, 255),
  title,
  description,
  icon: z.optional(z.string()),
  urlUnfurl: z.optional(z.array(z.string())),
  markdown: z.optional(z.strictObject({ codeblock: z.string(), body: z.string() })),
});

const contentSource = z.strictObject({
  id: createLengthCheck(1, 255),
  title,
  description,
  icon: z.optional(z.string()),
  configuration: z.strictObject({ componentId: z.string() }),
});

export const blocks = z.array(block).check(requireUniqueIds("block"));
export const contentSources = z.array(contentSource).check(requireUniqueIds("content source"));

const words = {
  title: z.optional(createLengthCheck(0, 50)),
  description: z.optional(createLengthCheck(0, 100)),
};

const property = z.discriminatedUnion("type", [
  z.strictObject({
    ...words,
    type: z.literal("string"),
    default: z.optional(z.string()),
    completion_url: z.optional(z.string()),
    enum: z.optional(z.array(z.string())),
  }),
  z.strictObject({ ...words, type: z.literal("number"), default: z.optional(z.number()) }),
  z.strictObject({ ...words, type: z.literal("boolean"), default: z.optional(z.boolean()) }),
  z.strictObject({
    ...words,
    type: z.literal("button"),
    callback_url: z.string(),
    button_text: z.string(),
  }),
]);

/** Either properties, or a component of the integration that edits them. */
const configuration = z
  .strictObject({
    properties: z.optional(z.record(z.string(), property)),
    required: z.optional(z.array(z.string())),
    componentId: z.optional(z.string()),
  })
  .check(
    z.refine(
      ({ properties, componentId }) => (properties === undefined) !== (componentId === undefined),
      {
        error: "must have either properties or a componentId",
      },
    ),
    z.refine(
      ({ properties = {}, required = [] }) =>
        required.every((name) => Object.hasOwn(properties, name)),
      { error: "requires a property that is not defined" },
    ),
  );

export const configurations = z.strictObject({
  account: z.optional(configuration),
  space: z.optional(configuration),
  site: z.optional(configuration),
});
export type ManifestConfiguration = z.infer<typeof configuration>;
export type Configurations = z.infer<typeof configurations>;

const webAddress = createLengthCheck(1, 2048).check(
  z.refine(isWebAddress, { error: "must be an http or https URL" }),
);
export const externalLinks = z
  .array(z.strictObject({ url: webAddress, label: z.string() }))
  .check(z.maxLength(5));

export const secrets = z.record(createLengthCheck(1, 255), z.string());

/**
 * Printable ASCII and line breaks, because it is sent as a header value on one line. Manifests have
 * one source per line, and often a `;` at the end.
 */
const policyText = z.string().check(
  z.refine((value) => /^[ -~\s]*$/.test(value), {
    error: "can have printable ASCII characters and line breaks only",
  }),
);
const byDirective = z.strictObject(
  Object.fromEntries(directives.map((name) => [name, z.optional(policyText)])) as Record<
    (typeof directives)[number],
    z.ZodMiniOptional<typeof policyText>
  >,
);

/** A policy as text or as an object of directives. */
export const contentSecurityPolicy = z.union([policyText, byDirective], {
  error: "must be text, or an object with directives as names and text as values",
});
export type ContentSecurityPolicy = z.infer<typeof contentSecurityPolicy>;

function requireUniqueIds(kind: string) {
  return z.refine<readonly { readonly id: string }[]>(
    (items) => new Set(items.map(({ id }) => id)).size === items.length,
    { error: `must give each ${kind} a unique id` },
  );
}

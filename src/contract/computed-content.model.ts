/** Computed content: its source, and the response of the script of an integration. */
import * as z from "zod/mini";
import { contentReference } from "./content-reference.model.ts";
import { document } from "./document.model.ts";
import { page } from "./page.model.ts";

const plainObject = z.record(z.string(), z.unknown());

const dependency = z.looseObject({ ref: z.looseObject({ kind: z.string() }) });

/** `integration:<name>:<id of the content source>`, or a source of the hosted platform. */
export const source = z.looseObject({
  type: z.string().check(z.minLength(1), z.maxLength(300)),
  props: plainObject,
  dependencies: z.optional(z.record(z.string(), dependency)),
});
export type Source = z.infer<typeof source>;

/** A page in the response of a script. */
export interface InputPage {
  readonly type: "document" | "group" | "link" | "computed";
  readonly id?: string | undefined;
  readonly title: string;
  readonly emoji?: string | undefined;
  readonly icon?: string | undefined;
  readonly slug?: string | undefined;
  readonly description?: string | undefined;
  readonly target?: z.infer<typeof contentReference> | undefined;
  readonly computed?: Source | undefined;
  readonly pages?: readonly InputPage[] | undefined;
}

const inputPage: z.ZodMiniType<InputPage> = z.lazy(() =>
  z.object({
    type: z.enum(["document", "group", "link", "computed"]),
    id: z.optional(z.string().check(z.regex(/^[a-zA-Z0-9]{1,40}$/))),
    title: z.string().check(z.minLength(1), z.maxLength(300)),
    emoji: z.optional(z.string().check(z.maxLength(40))),
    icon: z.optional(z.string().check(z.maxLength(100))),
    slug: z.optional(z.string().check(z.maxLength(100))),
    description: z.optional(z.string().check(z.maxLength(300))),
    target: z.optional(contentReference),
    computed: z.optional(source),
    pages: z.optional(z.array(inputPage)),
  }),
);

/** The response of a script for a revision; files are not supported. */
export const scriptRevision = z.object({ pages: z.optional(z.array(inputPage)) });

/** The response of a script for the text of a page. */
export const scriptDocument = z.object({ document });

export const computedRevision = z.looseObject({
  pages: z.array(page),
  files: z.array(z.unknown()),
  reusableContents: z.array(z.unknown()),
});

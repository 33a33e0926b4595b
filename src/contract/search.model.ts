/** What a search finds: pages with the sections that say it, best first. */
import * as z from "zod/mini";
import { page, url } from "./shared.model.ts";

const urls = z.looseObject({ app: url });

const foundPage = z.looseObject({
  id: z.string(),
  title: z.string(),
  path: z.string(),
  sections: z.optional(
    z.array(
      z.looseObject({
        id: z.string(),
        title: z.string(),
        path: z.string(),
        body: z.string(),
        urls,
      }),
    ),
  ),
  /** The pages and groups above it, the outermost first. */
  ancestors: z.array(z.looseObject({ title: z.string() })),
  urls,
});
export type FoundPage = z.infer<typeof foundPage>;

export const foundPages = page(foundPage);

/** A space with its pages that were found. */
export const foundSpaces = page(
  z.looseObject({ id: z.string(), title: z.string(), pages: z.array(foundPage) }),
);

/** The glossary of an organization: terms with their translations. */
import * as z from "zod/mini";
import { describeLengths } from "./check.ts";
import { languages } from "./languages.ts";
import { createPageModel, time, url } from "./shared.model.ts";

/** Maximum number of operations of one request. */
const mostOperations = 1000;

const oneLine = z.regex(/^[^\n\r]*$/, { error: "must not contain line breaks" });
// Spread: two checks.
const term = z.string().check(...describeLengths(1, 255), oneLine);
/** Terms by language. */
const translations = z
  .partialRecord(z.enum(languages), term)
  .check(z.refine((terms) => Object.keys(terms).length > 0, { error: "must contain a term" }));

export const operations = z
  .array(
    z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("insert"), translations }),
      z.strictObject({ type: z.literal("update"), id: z.string(), translations }),
      z.strictObject({ type: z.literal("delete"), id: z.string() }),
    ]),
  )
  .check(z.minLength(1), z.maxLength(mostOperations));

export const glossaryEntry = z.looseObject({
  object: z.literal("glossary-entry"),
  id: z.string(),
  translations: z.record(z.string(), z.string()),
  createdAt: time,
  updatedAt: time,
  urls: z.looseObject({ location: url }),
});

export const glossaryEntries = createPageModel(glossaryEntry);

/** Answers of a language model to questions about content. */
import * as z from "zod/mini";
import { document } from "./document.model.ts";
import { open } from "./shared.model.ts";

const source = z.looseObject({
  type: open(["page", "record"]),
  /** How the source was used. */
  reason: z.optional(z.string()),
  page: z.optional(z.string()),
  revision: z.optional(z.string()),
  space: z.optional(z.string()),
  /** Ids of the sections that were used. */
  sections: z.optional(z.array(z.string())),
  record: z.optional(z.string()),
  site: z.optional(z.string()),
  title: z.optional(z.string()),
  url: z.optional(z.string()),
});

const searchAnswer = z.looseObject({
  answer: z.optional(
    z.union([
      z.looseObject({ markdown: z.string() }),
      z.looseObject({ document }),
      z.strictObject({}),
    ]),
  ),
  followupQuestions: z.array(z.string()),
  sources: z.array(source),
});

/** Without an answer if no page matches the question. */
export const askResponse = z.looseObject({ answer: z.optional(searchAnswer) });

export const recommendedQuestions = z.looseObject({ questions: z.array(z.string()) });

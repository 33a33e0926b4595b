/** Answers of a language model to questions about content. */
import * as z from "zod/mini";
import { document } from "./document.model.ts";
import { url } from "./shared.model.ts";

/** Use of the source. */
const reason = z.optional(z.string());

const source = z.union([
  z.looseObject({
    type: z.literal("page"),
    reason,
    page: z.string(),
    revision: z.string(),
    space: z.string(),
    /** Ids of the sections that were used. */
    sections: z.array(z.string()),
  }),
  z.looseObject({
    type: z.literal("record"),
    reason,
    record: z.string(),
    site: z.string(),
    title: z.string(),
    url,
  }),
]);

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

/** The answer so far: each event replaces the one before it. */
export const answerEvent = z.looseObject({ type: z.literal("answer"), answer: searchAnswer });

export const questionEvent = z.looseObject({ question: z.string() });

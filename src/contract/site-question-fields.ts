/** Filters that the operations on questions and on answers share. */
import { enumeration, list, optional, text } from "./fields.ts";
import { answerChannels, relevances, resolutions } from "./site-question-values.ts";

/** Filters of answers. The counts and sources of questions include only these answers. */
export const answerFilters = {
  from: optional(text("Only answers at or after this time", { format: "date-time" })),
  to: optional(text("Only answers at or before this time", { format: "date-time" })),
  relevance: optional(
    list(enumeration(relevances, "Relevance"), "Only answers to questions with this relevance", {
      max: relevances.length,
    }),
  ),
  channelType: optional(
    list(enumeration(answerChannels, "Channel"), "Only answers in this type of channel", {
      max: answerChannels.length,
    }),
  ),
  answered: optional(
    list(enumeration(resolutions, "Resolution"), "Only answers with this resolution", {
      max: resolutions.length,
    }),
  ),
};

/** Messages of conversations with the language model about a site, and the events of a response. */
import * as z from "zod/mini";
import { describeLengths } from "./check.ts";
import { document } from "./document.model.ts";
import { object } from "./shared.model.ts";

export const questionContext = z.looseObject({
  siteSpaceId: z.optional(z.string()),
  // Spread: two limits.
  goal: z.optional(z.string().check(...describeLengths(0, 1024))),
});

const messageContext = z.looseObject({
  location: z.optional(z.looseObject({ spaceId: z.string(), pageId: z.string() })),
});

export const message = z.looseObject({
  role: z.enum(["user", "assistant", "developer"]),
  // Spread: two limits.
  content: z.union([z.string().check(...describeLengths(0, 2048)), document]),
  context: z.optional(messageContext),
  attachments: z.optional(z.array(object)),
});

export const messages = z.array(message);

export const tools = z.array(z.looseObject({ name: z.string(), description: z.string() }));

export const toolCall = z.looseObject({ tool: z.string(), toolCallId: z.string(), output: object });

const messageId = z.string();
const stepIndex = z.number();

/** An event of a response; other types may be added. */
export const responseEvent = z.union([
  z.looseObject({ type: z.literal("response_start"), messageId }),
  z.looseObject({
    type: z.literal("response_step_start"),
    messageId,
    stepIndex,
    phase: z.optional(z.enum(["commentary", "final_answer"])),
  }),
  z.looseObject({
    type: z.enum(["response_document", "response_reasoning"]),
    messageId,
    stepIndex,
    operation: z.enum(["insert", "update"]),
    blocks: z.array(z.record(z.string(), z.unknown())),
  }),
  z.looseObject({
    type: z.literal("response_followup_suggestion"),
    messageId,
    suggestions: z.array(z.string()),
  }),
  z.looseObject({
    type: z.literal("response_finish"),
    messageId,
    responseId: z.optional(z.string()),
    response: z.looseObject({
      id: z.optional(z.string()),
      previous: z.optional(z.string()),
      stopReason: z.optional(z.string()),
    }),
  }),
  z.looseObject({ type: z.string() }),
]);

/** Messages that ask a language model for edits of a page, and its responses. */
import { findOwn } from "../../../../json/own-members.ts";
import { isObject, type JsonValue } from "../../../../json/values.ts";
import type { ChatMessage } from "../../../engines/language/chat-model.ts";
import { isData } from "../../questions/prompts.ts";

/** A block at the top level of a page. */
export interface PromptedBlock {
  /** From 1. */
  readonly number: number;
  readonly markdown: string;
}

/** The reason for the edit, and the data that it needs. */
export interface EditTask {
  readonly instructions: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

export interface BlockEdit {
  readonly number: number;
  /** Empty to delete the block. */
  readonly markdown: string;
}

/** The model has no tools, and its edits become a change request that a user reviews. */
export function buildEditPrompt(
  { instructions, data }: EditTask,
  blocks: readonly PromptedBlock[],
): readonly ChatMessage[] {
  const content = [
    ...instructions,
    isData,
    "The page is a list of numbered blocks of Markdown. Keep the meaning, the language, links, code and template tags such as {% hint %} unless the task requires a change.",
    'Respond with JSON only, without other text: {"edits":[{"block":2,"markdown":"the complete new text of block 2"}]}.',
    'List only blocks that must change. An empty text deletes the block. If nothing must change, respond with {"edits":[]}.',
  ].join("\n");
  const page = blocks.map(({ number, markdown }) => ({ block: number, markdown }));
  return [
    { role: "system", content },
    { role: "user", content: JSON.stringify({ ...data, page }) },
  ];
}

/**
 * @param blocks the blocks of the request; a response may edit no others
 * @returns the edits that change a block; undefined for another response than edits
 */
export function parseEdits(
  text: string,
  blocks: readonly PromptedBlock[],
): readonly BlockEdit[] | undefined {
  const response = parseJson(withoutFence(text));
  const edits = isObject(response) ? findOwn(response, "edits") : undefined;
  if (!Array.isArray(edits)) return undefined;
  const byNumber = new Map(blocks.map((block) => [block.number, block.markdown]));
  const changed = new Map<number, string>();
  for (const edit of edits) {
    if (!isObject(edit)) return undefined;
    const number = findOwn(edit, "block");
    const markdown = findOwn(edit, "markdown");
    if (typeof number !== "number" || typeof markdown !== "string") return undefined;
    const before = byNumber.get(number);
    if (before === undefined || changed.has(number)) return undefined;
    changed.set(number, markdown.trim());
  }
  return [...changed]
    .filter(([number, markdown]) => markdown !== byNumber.get(number))
    .map(([number, markdown]) => ({ number, markdown }));
}

/** Many models write JSON as a code block. */
function withoutFence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith("```") || !trimmed.endsWith("```")) return trimmed;
  return trimmed.slice(trimmed.indexOf("\n") + 1, -3);
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

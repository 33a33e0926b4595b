/** The text of a comment: stored in the form in which it is posted, presented in the requested form. */
import { LRUCache } from "lru-cache";
import type { Body } from "../../../contract/comment.model.ts";
import { Problem } from "../../../errors.ts";
import { computeHash } from "../../../json/canonical.ts";
import type { Actor } from "../../core/handlers.ts";
import type { Asker } from "../../engines/asker.ts";
import { parseText, printText } from "../../engines/documents.ts";

export type BodyFormat = "document" | "markdown";

/**
 * The text as it is stored.
 * @throws Problem 400 for Markdown that is only white space; the empty object is a comment without text
 */
export function storedBody(body: Body, field = "body"): string {
  if ("markdown" in body && body.markdown.trim() === "") {
    throw new Problem(
      400,
      `${field}.markdown must have a character that is not white space; {} says nothing at all.`,
      { field },
    );
  }
  return JSON.stringify(body);
}

/**
 * The columns that a new text changes; the empty object has no text, so the old one stays.
 * @throws Problem 400 as `storedBody` does
 */
export function bodyColumns(
  body: Body | undefined,
  call: Pick<Actor, "now">,
): { readonly body?: string; readonly edited_at?: string } {
  if (body === undefined || !("markdown" in body || "document" in body)) return {};
  return { body: storedBody(body), edited_at: call.now.toISOString() };
}

/** What texts came to lately, as lists show the same ones again and again. */
const presented = new LRUCache<string, string>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (text) => text.length + 1,
});

/**
 * A text that is too long for a document is presented as Markdown all the same: it is told in its place
 * and does not spoil a list.
 * @param format Markdown if absent; `stored` is the form in which it was posted
 * @param asker whose work it is to read a large text
 */
export async function presentBody(
  stored: string,
  format: BodyFormat | "stored" = "markdown",
  asker: Asker,
): Promise<Body> {
  const body: Body = JSON.parse(stored);
  if (format === "stored") return body;
  if (format === "markdown") return { markdown: await toMarkdown(body, stored, asker) };
  if ("document" in body) return { document: body.document };
  const markdown = "markdown" in body ? body.markdown : "";
  try {
    const read = async () => (await parseText(markdown, asker)).document;
    return { document: JSON.parse(await once(`document ${stored}`, read)) };
  } catch (error) {
    if (error instanceof Problem && error.status === 413) return { markdown };
    throw error;
  }
}

async function toMarkdown(body: Body, stored: string, asker: Asker): Promise<string> {
  if ("markdown" in body) return body.markdown;
  if (!("document" in body)) return "";
  const document = JSON.stringify(body.document);
  return once(`markdown ${stored}`, () => printText(document, asker));
}

async function once(what: string, work: () => Promise<string>): Promise<string> {
  const key = computeHash(what);
  const text = presented.get(key) ?? (await work());
  presented.set(key, text);
  return text;
}

/**
 * Bodies of comments: stored in the format in which they are posted, presented in the requested
 * format.
 */
import { LRUCache } from "lru-cache";
import type { CommentBody } from "../../../contract/comment.model.ts";
import { ApiError } from "../../../errors.ts";
import { computeHash } from "../../../json/canonical.ts";
import type { Actor } from "../../core/handlers.ts";
import { parseText, printText } from "../../engines/documents.ts";
import type { RequestContextKey } from "../../engines/threads/caller.ts";

export type BodyFormat = "document" | "markdown";

/**
 * The body in its stored form.
 * @throws ApiError 400 for blank Markdown; the empty object is a comment without text
 */
export function toStoredBody(body: CommentBody, field = "body"): string {
  if ("markdown" in body && body.markdown.trim() === "") {
    throw new ApiError(400, `${field}.markdown must not be blank.`, { field });
  }
  return JSON.stringify(body);
}

/**
 * The columns for a new body; the empty object has no text, so the old one remains.
 * @throws ApiError 400 as `toStoredBody` does
 */
export function toBodyColumns(
  body: CommentBody | undefined,
  call: Pick<Actor, "now">,
): { readonly body?: string; readonly edited_at?: string } {
  if (body === undefined || !("markdown" in body || "document" in body)) return {};
  return { body: toStoredBody(body), edited_at: call.now.toISOString() };
}

/** Cache of presented bodies, because lists show the same ones repeatedly. */
const cache = new LRUCache<string, string>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (text) => text.length + 1,
});

/**
 * A body that is too large for a document is presented as Markdown, so that a list does not fail.
 * @param format Markdown if absent; `stored` is the format in which it was posted
 * @param asker the caller for whom a large body is parsed
 */
export async function presentBody(
  stored: string,
  format: BodyFormat | "stored" = "markdown",
  asker: RequestContextKey,
): Promise<CommentBody> {
  const body: CommentBody = JSON.parse(stored);
  if (format === "stored") return body;
  if (format === "markdown") return { markdown: await toMarkdown(body, stored, asker) };
  if ("document" in body) return { document: body.document };
  const markdown = "markdown" in body ? body.markdown : "";
  try {
    const read = async () => (await parseText(markdown, asker)).document;
    return { document: JSON.parse(await cacheOnce(`document ${stored}`, read)) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 413) return { markdown };
    throw error;
  }
}

async function toMarkdown(
  body: CommentBody,
  stored: string,
  asker: RequestContextKey,
): Promise<string> {
  if ("markdown" in body) return body.markdown;
  if (!("document" in body)) return "";
  const document = JSON.stringify(body.document);
  return cacheOnce(`markdown ${stored}`, () => printText(document, asker));
}

async function cacheOnce(source: string, work: () => Promise<string>): Promise<string> {
  const key = computeHash(source);
  const text = cache.get(key) ?? (await work());
  cache.set(key, text);
  return text;
}

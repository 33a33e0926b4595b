/** The text of a comment: kept in the form in which it was posted, answered in the one asked for. */
import type { Body } from "../../../contract/comment.model.ts";
import { Problem } from "../../../errors.ts";
import type { Acting } from "../../core/caller.ts";

export type BodyFormat = "document" | "markdown";

/**
 * The text to keep.
 * @throws Problem 400 for Markdown of white space only; the empty object is a comment that says nothing
 */
export function keptBody(body: Body, field = "body"): string {
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
 * What to change where a text is changed: an empty object names no text, so the old one stays.
 * @throws Problem 400 as `keptBody`
 */
export function changedBody(
  body: Body | undefined,
  call: Pick<Acting, "now">,
): { readonly body?: string; readonly edited_at?: string } {
  if (body === undefined || !("markdown" in body || "document" in body)) return {};
  return { body: keptBody(body), edited_at: call.now.toISOString() };
}

/** @param format Markdown where absent */
export async function shownBody(kept: string, format: BodyFormat = "markdown"): Promise<Body> {
  const body: Body = JSON.parse(kept);
  if (format === "document") return { document: await documentOf(body) };
  return { markdown: await markdownOf(body) };
}

async function documentOf(body: Body) {
  if ("document" in body) return body.document;
  const { parseMarkdown } = await import("../../../document/markdown.ts");
  return parseMarkdown("markdown" in body ? body.markdown : "");
}

async function markdownOf(body: Body): Promise<string> {
  if ("markdown" in body) return body.markdown;
  if (!("document" in body)) return "";
  const { writeMarkdown } = await import("../../../document/markdown.ts");
  return writeMarkdown(body.document);
}

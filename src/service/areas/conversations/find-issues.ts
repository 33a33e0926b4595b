/**
 * Finds the issues of a reader in a conversation. The first message is an issue; a later question
 * is another one if it has almost no terms in common with the previous ones.
 */
import type { IngestedConversation } from "../../../contract/conversation.model.ts";
import { listTerms, type Term } from "../../engines/terms.ts";

export interface ReadIssue {
  readonly title: string;
  readonly summary: string;
  readonly terms: ReadonlyMap<string, Term>;
}

const longestTitle = 120;
const longestSummary = 500;
/** A question with fewer terms is too vague to be an issue. */
const leastTerms = 3;
/** In characters of all messages; later text is ignored. */
const longestRead = 16 * 1024;
/** In characters of a message, because splitting sentences is slow. */
const longestOpening = 4 * 1024;
/** The maximum number of issues in a conversation, because each one changes clusters. */
const mostIssues = 10;
/** The share of common terms at which a question belongs to an earlier issue. */
const sameIssue = 0.2;

export function findIssues({
  subject = "",
  parts,
}: Pick<IngestedConversation, "subject" | "parts">): readonly ReadIssue[] {
  const [first, ...later] = readerMessages(parts);
  if (first === undefined) return [];
  const issues = [toIssue(subject.trim() === "" ? titleIn(first) : subject.trim(), first)];
  for (const body of later) {
    if (issues.length >= mostIssues) break;
    const question = sentencesIn(body).find((sentence) => sentence.endsWith("?"));
    if (question === undefined) continue;
    const issue = toIssue(question, body);
    if (issue.terms.size < leastTerms) continue;
    if (issues.every((other) => similarity(issue, other) < sameIssue)) issues.push(issue);
  }
  return issues;
}

/** Without messages beyond the limit. */
function readerMessages(parts: IngestedConversation["parts"]): string[] {
  const messages: string[] = [];
  let remaining = longestRead;
  for (const { role, body } of parts) {
    const text = role === "user" ? body.slice(0, remaining).trim() : "";
    if (text !== "") messages.push(text);
    remaining -= text.length;
  }
  return messages;
}

function toIssue(title: string, body: string): ReadIssue {
  // The terms of the title count twice.
  return {
    title: shorten(title, longestTitle),
    summary: shorten(body, longestSummary),
    terms: listTerms(`${title}\n${title}\n${body}`),
  };
}

/** The first question, or else the first sentence. */
function titleIn(body: string): string {
  const sentences = sentencesIn(body);
  return sentences.find((sentence) => sentence.endsWith("?")) ?? sentences[0] ?? body;
}

function sentencesIn(body: string): string[] {
  const opening = body.slice(0, longestOpening);
  return [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(opening)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== "");
}

function similarity(issue: ReadIssue, other: ReadIssue): number {
  let common = 0;
  for (const term of issue.terms.keys()) if (other.terms.has(term)) common++;
  return common / issue.terms.size;
}

/** Truncates between words if possible. */
function shorten(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ");
  if (line.length <= most) return line;
  const start = line.slice(0, most - 1);
  const space = start.lastIndexOf(" ");
  return `${(space > most / 2 ? start.slice(0, space) : start).trimEnd()}…`;
}

/**
 * Finds the issues that a reader brought up in a conversation. The first thing that he says is one;
 * a later question of his is another where it has next to no term in common with those before.
 */
import type { IngestedConversation } from "../../../contract/conversation.model.ts";
import { type Term, termsOf } from "../../engines/terms.ts";

export interface FoundIssue {
  readonly title: string;
  readonly summary: string;
  readonly terms: ReadonlyMap<string, Term>;
}

const longestTitle = 120;
const longestSummary = 500;
/** A question with fewer terms says too little to stand alone. */
const leastTerms = 3;
/** Terms in common, as a part of those of the question, from which it goes on with an older issue. */
const alike = 0.2;

export function findIssues({
  subject = "",
  parts,
}: Pick<IngestedConversation, "subject" | "parts">): readonly FoundIssue[] {
  const [first, ...later] = parts
    .filter(({ role }) => role === "user")
    .map(({ body }) => body.trim())
    .filter((body) => body !== "");
  if (first === undefined) return [];
  const found = [issueOf(subject.trim() === "" ? titleIn(first) : subject.trim(), first)];
  for (const body of later) {
    const question = sentencesIn(body).find((sentence) => sentence.endsWith("?"));
    if (question === undefined) continue;
    const issue = issueOf(question, body);
    if (issue.terms.size < leastTerms) continue;
    if (found.every((other) => inCommon(issue, other) < alike)) found.push(issue);
  }
  return found;
}

function issueOf(title: string, body: string): FoundIssue {
  // What stands in the title says most of what it is about.
  return {
    title: cut(title, longestTitle),
    summary: cut(body, longestSummary),
    terms: termsOf(`${title}\n${title}\n${body}`),
  };
}

/** The first question, else the first sentence. */
function titleIn(body: string): string {
  const sentences = sentencesIn(body);
  return sentences.find((sentence) => sentence.endsWith("?")) ?? sentences[0] ?? body;
}

function sentencesIn(body: string): string[] {
  return [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(body)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== "");
}

function inCommon(issue: FoundIssue, other: FoundIssue): number {
  let common = 0;
  for (const term of issue.terms.keys()) if (other.terms.has(term)) common++;
  return common / issue.terms.size;
}

/** Between words, where there is a space to cut at. */
function cut(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ");
  if (line.length <= most) return line;
  const start = line.slice(0, most - 1);
  const space = start.lastIndexOf(" ");
  return `${(space > most / 2 ? start.slice(0, space) : start).trimEnd()}…`;
}

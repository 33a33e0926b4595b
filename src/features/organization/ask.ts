/** Questions to the language model about the content of an organization. */

import type { Context, JsonObject, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/org-ask.ts";
import { isList, objectIn, objectsIn, textIn } from "../../json/values.ts";
import { asksForForm } from "../output-form.ts";

const columns = [
  { header: "ANSWER", path: "answer.answer.markdown", wide: true },
  { header: "FOLLOW-UP QUESTIONS", path: "answer.followupQuestions", as: "list" },
  { header: "SOURCES", path: "answer.sources", wide: true },
] as const;

export async function ask(context: Context, input: Input<typeof contract.ask>): Promise<Result> {
  const { value } = await (await context.client()).call(contract.ask, input);
  const record = objectIn(value);
  if (asksForForm(context.choice)) return { record, columns };
  if (record.answer === undefined) {
    context.terminal.note("No page that you can read matches the question.");
    return { text: "" };
  }
  return { text: await formatAnswer(context, objectIn(record.answer)) };
}

async function formatAnswer(context: Context, answer: JsonObject): Promise<string> {
  const { markdown, document } = objectIn(answer.answer);
  const text = document === undefined ? textIn(markdown) : await context.toMarkdown(document);
  const sources = objectsIn(answer.sources).map(formatSource);
  const followups = listTexts(answer.followupQuestions);
  return [
    text.trim(),
    ...(sources.length === 0 ? [] : ["", "Sources", ...sources]),
    ...(followups.length === 0 ? [] : ["", "Follow-up questions", ...followups]),
    "",
  ].join("\n");
}

function formatSource({ reason, title, space, page, record, url }: JsonObject): string {
  const name = [reason, title, url].find((one) => typeof one === "string");
  const id = page === undefined ? textIn(record) : `page ${textIn(page)}, space ${textIn(space)}`;
  return name === undefined ? `- ${id}` : `- ${textIn(name)} (${id})`;
}

function listTexts(value: JsonObject[string] | undefined): readonly string[] {
  return isList(value) ? value.map((one) => `- ${textIn(one)}`) : [];
}

export async function listQuestions(
  context: Context,
  input: Input<typeof contract.questions>,
): Promise<Result> {
  const { value } = await (await context.client()).call(contract.questions, input);
  const record = objectIn(value);
  if (asksForForm(context.choice)) {
    return { record, columns: [{ header: "QUESTIONS", path: "questions", as: "list" }] };
  }
  const lines = listTexts(record.questions);
  if (lines.length === 0) context.terminal.note("No questions: you can read no page.");
  return { text: lines.map((line) => `${line}\n`).join("") };
}

/** Questions to the language model about the content of an organization or a site. */

import type { Context, JsonObject, Result } from "../../context.ts";
import type { Endpoint, Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/org-ask.ts";
import * as site from "../../contract/site-ask.ts";
import {
  asObject,
  asObjects,
  asText,
  isList,
  isObject,
  type JsonValue,
} from "../../json/values.ts";
import { asksForForm } from "../output-form.ts";

const answerColumns = [
  { header: "ANSWER", path: "answer.answer.markdown", wide: true },
  { header: "FOLLOW-UP QUESTIONS", path: "answer.followupQuestions", as: "list" },
  { header: "SOURCES", path: "answer.sources", wide: true },
] as const;
const questionColumns = [{ header: "QUESTION", path: "question", wide: true }] as const;

const noPage = "No page that you can read matches the question.";
const noQuestions = "No questions: you can read no page.";

/** Input of `tome org ask`; without a stream, the answer is one object. */
type OrganizationQuestion = Input<typeof contract.ask> & { readonly noStream?: boolean };

export async function ask(context: Context, input: OrganizationQuestion): Promise<Result> {
  const { noStream = false, ...request } = input;
  const client = await context.client();
  if (!noStream && request.previousQueries === undefined) {
    return printAnswer(context, client.stream(contract.streamAsk, request));
  }
  const { value } = await client.call(contract.ask, request);
  const record = asObject(value);
  if (asksForForm(context.choice)) return { record, columns: answerColumns };
  if (record.answer === undefined) {
    context.terminal.note(noPage);
    return { text: "" };
  }
  return { text: await formatAnswer(context, asObject(record.answer)) };
}

/** Input of `tome site ask`; without a scope, the whole site is searched. */
type SiteQuestion = Omit<Input<typeof site.ask>, "scope"> & Partial<Input<typeof site.ask>>;

export async function askSite(context: Context, input: SiteQuestion): Promise<Result> {
  const { scope = { mode: "all" } } = input;
  return printAnswer(context, (await context.client()).stream(site.ask, { ...input, scope }));
}

/** Prints the text while it arrives; each event has the whole answer so far. */
async function printAnswer(context: Context, events: AsyncIterable<JsonValue>): Promise<Result> {
  if (asksForForm(context.choice)) {
    return { list: toPages(events), columns: answerColumns, none: noPage, asLines: true };
  }
  return { texts: writeAnswer(context, events) };
}

async function* writeAnswer(
  context: Context,
  events: AsyncIterable<JsonValue>,
): AsyncGenerator<string, void> {
  const written = new GrowingText();
  let last: JsonObject | undefined;
  for await (const event of events) {
    last = asObject(asObject(event).answer);
    yield written.grow(await toText(context, last));
  }
  if (last === undefined) context.terminal.note(noPage);
  else yield `${written.complete()}${formatNotes(last)}\n`;
}

/**
 * A text that is printed while it grows. If it changes before its end, as a document may, it is
 * printed again as a whole at the end.
 */
class GrowingText {
  #printed = "";
  #latest = "";

  /** @returns the part to print */
  grow(text: string): string {
    this.#latest = text;
    if (!text.startsWith(this.#printed)) return "";
    const added = text.slice(this.#printed.length);
    this.#printed = text;
    return added;
  }

  /** @returns the rest to print */
  complete(): string {
    return this.#latest === this.#printed ? "" : `\n\n${this.#latest}`;
  }
}

async function toText(context: Context, answer: JsonObject): Promise<string> {
  const { markdown, document } = asObject(answer.answer);
  return (document === undefined ? asText(markdown) : await context.toMarkdown(document)).trim();
}

async function formatAnswer(context: Context, answer: JsonObject): Promise<string> {
  return `${await toText(context, answer)}${formatNotes(answer)}\n`;
}

/** Sources and further questions, below the text. */
function formatNotes(answer: JsonObject): string {
  const sources = asObjects(answer.sources).map(formatSource);
  const followups = listTexts(answer.followupQuestions);
  return [
    "",
    ...(sources.length === 0 ? [] : ["", "Sources", ...sources]),
    ...(followups.length === 0 ? [] : ["", "Follow-up questions", ...followups]),
  ].join("\n");
}

function formatSource({ reason, title, space, page, record, url }: JsonObject): string {
  const name = [reason, title, url].find((one) => typeof one === "string");
  const id = page === undefined ? asText(record) : `page ${asText(page)}, space ${asText(space)}`;
  return name === undefined ? `- ${id}` : `- ${asText(name)} (${id})`;
}

function listTexts(value: JsonObject[string] | undefined): readonly string[] {
  return isList(value) ? value.map((one) => `- ${asText(one)}`) : [];
}

type QuestionsInput = Input<typeof contract.questions> & { readonly noStream?: boolean };

export async function listQuestions(context: Context, input: QuestionsInput): Promise<Result> {
  const { noStream = false, ...request } = input;
  const client = await context.client();
  if (!noStream) return printQuestions(context, client.stream(contract.streamQuestions, request));
  const { value } = await client.call(contract.questions, request);
  const record = asObject(value);
  if (asksForForm(context.choice)) {
    return { record, columns: [{ header: "QUESTIONS", path: "questions", as: "list" }] };
  }
  const lines = listTexts(record.questions);
  if (lines.length === 0) context.terminal.note(noQuestions);
  return { text: lines.map((line) => `${line}\n`).join("") };
}

export async function suggestForSite(
  context: Context,
  input: Input<typeof site.suggest>,
): Promise<Result> {
  return printQuestions(context, (await context.client()).stream(site.suggest, input));
}

async function printQuestions(context: Context, events: AsyncIterable<JsonValue>): Promise<Result> {
  if (asksForForm(context.choice)) {
    return { list: toPages(events), columns: questionColumns, none: noQuestions, asLines: true };
  }
  return { texts: writeQuestions(context, events) };
}

async function* writeQuestions(
  context: Context,
  events: AsyncIterable<JsonValue>,
): AsyncGenerator<string, void> {
  let isEmpty = true;
  for await (const event of events) {
    isEmpty = false;
    yield `- ${asText(asObject(event).question)}\n`;
  }
  if (isEmpty) context.terminal.note(noQuestions);
}

/** Prints a response in a conversation: a new one, or a stored one. */
async function printResponse<E extends Endpoint>(
  context: Context,
  endpoint: E,
  input: Input<E>,
): Promise<Result> {
  const events = (await context.client()).stream(endpoint, input);
  if (asksForForm(context.choice)) {
    const columns = [{ header: "TYPE", path: "type" }] as const;
    return { list: toPages(events), columns, none: "The response has no events.", asLines: true };
  }
  return { texts: writeResponse(context, events) };
}

async function* writeResponse(
  context: Context,
  events: AsyncIterable<JsonValue>,
): AsyncGenerator<string, void> {
  const written = new GrowingText();
  const blocks: JsonValue[] = [];
  let followups: readonly string[] = [];
  let responseId = "";
  for await (const one of events) {
    const event = asObject(one);
    if (event.type === "response_document" && isList(event.blocks)) {
      if (event.operation === "update") blocks.pop();
      for (const block of event.blocks) blocks.push(block);
      const document = { object: "document", data: {}, nodes: [...blocks] };
      yield written.grow((await context.toMarkdown(document)).trim());
    } else if (event.type === "response_followup_suggestion") {
      followups = isList(event.suggestions) ? event.suggestions.map(asText) : [];
    } else if (event.type === "response_finish") {
      responseId = asText(event.responseId ?? asObject(event.response).id);
    }
  }
  yield `${written.complete()}${formatNotes({ followupQuestions: followups })}\n`;
  if (responseId !== "") {
    context.terminal.aside(`To continue: --previous-response-id ${responseId}`);
  }
}

/** Input of `tome site chat`, whose message is a text. */
type ChatInput = Omit<Input<typeof site.respond>, "input"> & { readonly message: string };

export function startChat(context: Context, { message, ...input }: ChatInput): Promise<Result> {
  const messages = [{ role: "user" as const, content: message }];
  return printResponse(context, site.respond, { ...input, input: messages });
}

export function showResponse(
  context: Context,
  input: Input<typeof site.response>,
): Promise<Result> {
  return printResponse(context, site.response, input);
}

async function* toPages(
  events: AsyncIterable<JsonValue>,
): AsyncGenerator<readonly JsonObject[], void> {
  for await (const event of events) if (isObject(event)) yield [event];
}

/** A language model for tests, which edits blocks of pages. */
import type { ServerResponse } from "node:http";
import { answerJson, serve } from "../network/loopback.ts";

export interface PromptedPage {
  readonly title: string;
  readonly page: readonly { readonly block: number; readonly markdown: string }[];
  readonly styleGuide?: string;
  readonly problem?: object;
  readonly links?: readonly object[];
}

/** The text of a model's response, or another response. */
export type ModelAnswer = string | ((response: ServerResponse) => void);

/** @param answer receives the page of the request */
export async function serveEditingModel(answer: (page: PromptedPage) => ModelAnswer) {
  const server = await serve(({ body }, response) => {
    const { messages } = JSON.parse(body);
    const answered = answer(JSON.parse(messages[1].content));
    if (typeof answered !== "string") answered(response);
    else answerJson(response, 200, { choices: [{ message: { content: answered } }] });
  });
  return { ...server, model: { url: server.url, name: "small" } };
}

/** Replaces a text in all blocks that contain it. */
export function replaceText(from: string, to: string) {
  return ({ page }: PromptedPage): string =>
    JSON.stringify({
      edits: page
        .filter(({ markdown }) => markdown.includes(from))
        .map(({ block, markdown }) => ({ block, markdown: markdown.replaceAll(from, to) })),
    });
}

/** Answers a question, or edits the first block of a page. */
export function answerQuestionOrPage(body: string, response: ServerResponse): void {
  const { messages } = JSON.parse(body);
  const { page }: Partial<PromptedPage> = JSON.parse(messages[1].content);
  const [first] = page ?? [];
  const edit = first && { block: first.block, markdown: `${first.markdown} Edited.` };
  const content = edit ? JSON.stringify({ edits: [edit] }) : "See [1].\nFollow-up: How?";
  answerJson(response, 200, { choices: [{ message: { content } }] });
}

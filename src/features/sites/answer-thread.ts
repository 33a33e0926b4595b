/** The conversation of an answer about a site. */
import type { Context, PrintedColumn, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import { thread } from "../../contract/site-answer.ts";
import { objectsIn } from "../../json/values.ts";

const threadColumns: readonly PrintedColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "QUESTION", path: "input.raw", as: "title", wide: true },
  { header: "ANSWER", path: "response.steps.content.nodes.nodes.leaves.text", wide: true },
  { header: "CREATED", path: "createdAt", as: "time" },
];

export async function listThread(context: Context, input: Input<typeof thread>): Promise<Result> {
  const { value } = await (await context.client()).call(thread, input);
  const none = "The conversation has no answers.";
  return { list: [objectsIn(value)], columns: threadColumns, none, order: "Oldest first." };
}

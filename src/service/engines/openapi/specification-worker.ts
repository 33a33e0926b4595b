/** Worker script that reads descriptions, so that a large one does not block requests. */
import { askAt, type QuestionedInput } from "../threads/thread-side.ts";
import { type AssembledSpecification, assemble, type EntryDocument } from "./assemble.ts";
import type { FetchedFile } from "./fetch-referenced.ts";

export function assembleSpecification({
  input,
  port,
}: QuestionedInput<EntryDocument>): Promise<AssembledSpecification> {
  const ask = askAt(port);
  return assemble(input, async (urls) => (await ask(urls)) as readonly FetchedFile[]);
}

/** Worker script that reads descriptions, so that a large one does not block requests. */
import { type Asking, askAt } from "../thread-side.ts";
import { type Assembled, assemble, type EntryDocument } from "./assemble.ts";
import type { FetchedFile } from "./fetch-referenced.ts";

export function assembleSpecification({ input, port }: Asking<EntryDocument>): Promise<Assembled> {
  const ask = askAt(port);
  return assemble(input, async (urls) => (await ask(urls)) as readonly FetchedFile[]);
}

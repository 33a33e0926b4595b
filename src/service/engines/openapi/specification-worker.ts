/** The thread that reads descriptions, so that a large one blocks nobody. */
import { serveHost } from "../thread-side.ts";
import { assemble, type EntryDocument } from "./assemble.ts";
import type { FetchedFile } from "./fetch-referenced.ts";

void serveHost((data, ask) =>
  assemble(data as EntryDocument, async (urls) => (await ask(urls)) as readonly FetchedFile[]),
);

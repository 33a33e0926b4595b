/** The thread that reads descriptions: its own, so that a large one holds nobody up. */
import { serveHost } from "../thread-side.ts";
import { assemble, type Entry } from "./assemble.ts";
import type { FetchedFile } from "./fetch-referenced.ts";

void serveHost((data, ask) =>
  assemble(data as Entry, async (urls) => (await ask(urls)) as readonly FetchedFile[]),
);

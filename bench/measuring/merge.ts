/** Worker of the merge benchmark: pages whose texts both sides edited in different paragraphs. */

import type { Document } from "../../src/contract/document.model.ts";
import { addKeys } from "../../src/document/keys.ts";
import { parseMarkdown } from "../../src/document/markdown.ts";
import { mergeText } from "../../src/document/merge/merge-text.ts";
import { mergeTexts } from "../../src/service/areas/content/texts/merge-texts.ts";
import { type ContentTree, emptyTree } from "../../src/service/areas/content/tree/tree.ts";
import { mergeTrees } from "../../src/service/areas/content/tree/tree-merge.ts";
import { timed } from "./asking.ts";

export type Timings = Readonly<Record<string, number>>;

function writeText(number: number): string {
  const sections = Array.from({ length: 5 }, (_, at) => {
    const word = `service ${number} part ${at}`;
    return `## Part ${at}

The agent of ${word} sends an alert to the dashboard of each team, and a [schedule](https://example.com/${number}) decides which **route** it takes.

* Alerts of ${word}
* Metrics of ${word}

| Name | Value |
| --- | --- |
| ${word} | ${number} |`;
  });
  return `Page ${number} describes a service.\n\n${sections.join("\n\n")}\n`;
}

/** A text is stored as JSON, so reading it is a part of the merge. */
export async function merge(_folder: string, pages: number): Promise<Timings> {
  const stored = new Map<string, string>();
  const build = (side: string, change: (text: string) => string): ContentTree => ({
    ...emptyTree,
    pages: Array.from({ length: pages }, (_, at) => {
      const document = `${side}-${at}`;
      stored.set(document, JSON.stringify(addKeys(parseMarkdown(change(writeText(at))))));
      const id = `page-${at}`;
      return { id, type: "document", title: id, slug: id, document, pages: [] };
    }),
  });
  const sides = {
    base: build("base", (text) => text),
    ours: build("ours", (text) => text.replace("describes", "shortly describes")),
    theirs: build("theirs", (text) => `${text}\nAdded by the other side.\n`),
  };
  const readDocuments = async (hashes: readonly string[]) =>
    new Map(
      hashes.map((hash): [string, Document] => [hash, JSON.parse(stored.get(hash) ?? "null")]),
    );
  const timings: Record<string, number> = {};
  let merged = 0;
  timings["fields only, all pages in conflict"] = await timed(async () => mergeTrees(sides));
  const cpu = process.cpuUsage();
  timings["block by block"] = await timed(async () => {
    const texts = await mergeTexts({ readDocuments, mergeText }, sides);
    merged = mergeTrees({ ...sides, texts }).tree?.pages.length ?? 0;
  });
  timings["block by block, processor time"] = process.cpuUsage(cpu).user / 1000;
  timings["block by block, again"] = await timed(async () => {
    const texts = await mergeTexts({ readDocuments, mergeText }, sides);
    mergeTrees({ ...sides, texts });
  });
  const same = { ...sides, theirs: sides.base };
  timings["one side unchanged"] = await timed(async () => {
    const texts = await mergeTexts({ readDocuments, mergeText }, same);
    mergeTrees({ ...same, texts });
  });
  if (merged !== pages) throw new Error(`${merged} of ${pages} pages were merged.`);
  return timings;
}

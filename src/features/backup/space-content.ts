/**
 * The content of a space in a backup: where each thing of a revision stands in the folder of the space,
 * and the pages and files of a revision as lists.
 */
import type { JsonObject } from "../../context.ts";
import { Problem } from "../../errors.ts";
import { type FreeNames, openNames } from "../../files/safe-names.ts";
import { objectsIn, textIn } from "../../json/values.ts";

export const revisionName = "revision.json";
export const spaceName = "space.json";
export const commentsName = "comments.json";

/** A page of a revision, with its place in the tree. */
export interface LocatedPage {
  readonly page: JsonObject;
  readonly id: string;
  readonly type: string;
  /** The id of the page above it. */
  readonly parent: string | undefined;
  /** 1 for the top level. */
  readonly depth: number;
}

/** All pages of a revision, each before those below it. */
export function pagesIn(revision: JsonObject): readonly LocatedPage[] {
  const found: LocatedPage[] = [];
  const collect = (pages: readonly JsonObject[], parent: string | undefined, depth: number) => {
    for (const page of pages) {
      const id = getId(page);
      found.push({ page, id, type: textIn(page.type), parent, depth });
      collect(objectsIn(page.pages), id, depth + 1);
    }
  };
  collect(objectsIn(revision.pages), undefined, 1);
  return found;
}

/**
 * The id of a thing, which is a part of names of files.
 * @throws Problem for one that no platform gives
 */
export function getId({ id }: JsonObject): string {
  if (typeof id === "string" && /^[\w-]{1,128}$/.test(id)) return id;
  throw new Problem(502, `The platform gave the id ${JSON.stringify(id)}, which is none.`);
}

/** Where things are, below the folder of their space. */
export interface Locations {
  /** Of pages with a text and of reusable contents: the document. */
  readonly document: (id: string) => string;
  /** Of pages with a text: the same as Markdown. */
  readonly markdown: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, string>;
}

/** Deeper pages stand side by side, so that no path is too long for a system. */
const deepest = 12;

/** The same for the same revision. */
export function locationsIn(revision: JsonObject): Locations {
  const markdown = new Map<string, string>();
  const deeper = openNames();
  const locate = (pages: readonly JsonObject[], folder: string, depth: number) => {
    const names: FreeNames = depth > deepest ? deeper : openNames();
    for (const page of pages) {
      const id = getId(page);
      const name = names.take(textIn(page.slug) || textIn(page.title), ".md", `page-${id}`);
      if (page.type === "document") markdown.set(id, `${folder}/${name}.md`);
      locate(
        objectsIn(page.pages),
        depth >= deepest ? "pages/deeper" : `${folder}/${name}`,
        depth + 1,
      );
    }
  };
  locate(objectsIn(revision.pages), "pages", 1);
  const files = new Map<string, string>();
  const names = openNames();
  for (const file of objectsIn(revision.files)) {
    const id = getId(file);
    const [, stem = "", ending = ""] = /^(.*?)(\.[a-z0-9]{1,10})?$/is.exec(textIn(file.name)) ?? [];
    files.set(id, `files/${names.take(stem, ending, `file-${id}`)}${ending}`);
  }
  return { document: (id) => `documents/${id}.json`, markdown, files };
}

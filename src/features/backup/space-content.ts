/**
 * Layout of a space in a backup: the file names of the documents, pages and files of a revision.
 */
import type { JsonObject } from "../../context.ts";
import { ApiError } from "../../errors.ts";
import { openNames, type SafeNames } from "../../files/safe-names.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { asObjects, asText } from "../../json/values.ts";

export const revisionName = "revision.json";
export const spaceName = "space.json";
export const commentsName = "comments.json";

/** A page of a revision with its position in the tree. */
export interface BackupPage {
  readonly page: JsonObject;
  readonly id: string;
  readonly type: string;
  /** The id of the parent page. */
  readonly parent: string | undefined;
  /** 1 for the top level. */
  readonly depth: number;
}

/** All pages of a revision, parents before children. */
export function listBackupPages(revision: JsonObject): readonly BackupPage[] {
  const allPages: BackupPage[] = [];
  const collect = (pages: readonly JsonObject[], parent: string | undefined, depth: number) => {
    for (const page of pages) {
      const id = getId(page);
      allPages.push({ page, id, type: asText(page.type), parent, depth });
      collect(asObjects(page.pages), id, depth + 1);
    }
  };
  collect(asObjects(revision.pages), undefined, 1);
  return allPages;
}

/**
 * The id of a resource, which becomes part of file names.
 * @throws ApiError 502 for an invalid id
 */
export function getId({ id }: JsonObject): string {
  if (typeof id === "string" && /^[\w-]{1,128}$/.test(id)) return id;
  throw new ApiError(502, `The platform returned an invalid id: ${writeJson(id)}.`);
}

/** File names relative to the folder of the space. */
export interface BackupLocations {
  /** The document of a page or reusable content. */
  readonly document: (id: string) => string;
  /** The Markdown of pages, by id. */
  readonly markdown: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, string>;
}

/** Deeper pages share one folder, which limits the length of paths. */
const maximumDepth = 12;

/** Deterministic: the same revision yields the same names. */
export function indexLocations(revision: JsonObject): BackupLocations {
  const markdown = new Map<string, string>();
  const deeper = openNames();
  const locate = (pages: readonly JsonObject[], folder: string, depth: number) => {
    const names: SafeNames = depth > maximumDepth ? deeper : openNames();
    for (const page of pages) {
      const id = getId(page);
      const name = names.take(asText(page.slug) || asText(page.title), ".md", `page-${id}`);
      if (page.type === "document") markdown.set(id, `${folder}/${name}.md`);
      locate(
        asObjects(page.pages),
        depth >= maximumDepth ? "pages/deeper" : `${folder}/${name}`,
        depth + 1,
      );
    }
  };
  locate(asObjects(revision.pages), "pages", 1);
  const files = new Map<string, string>();
  const names = openNames();
  for (const file of asObjects(revision.files)) {
    const id = getId(file);
    const [, stem = "", ending = ""] = /^(.*?)(\.[a-z0-9]{1,10})?$/is.exec(asText(file.name)) ?? [];
    files.set(id, `files/${names.take(stem, ending, `file-${id}`)}${ending}`);
  }
  return { document: (id) => `documents/${id}.json`, markdown, files };
}

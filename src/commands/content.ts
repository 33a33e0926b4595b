/** `tome content`. */
import type { JsonObject, PrintedColumn } from "../context.ts";
import * as contract from "../contract/content.ts";
import * as url from "../contract/url.ts";
import { UsageError } from "../errors.ts";
import { writeJson } from "../json/exact-writing.ts";
import { createdColumn, idColumn } from "./columns.ts";
import { presentDocument, reusableContentColumns } from "./content-words.ts";
import { list, optional, text } from "./fields.ts";
import { mutation, noun, query } from "./verb.ts";

export const revisionColumns: readonly PrintedColumn[] = [
  { ...idColumn, header: "REVISION" },
  { header: "TYPE", path: "type" },
  { header: "PARENT REVISIONS", path: "parents" },
  { header: "PAGES", path: "pages.title", wide: true },
  { header: "FILES", path: "files.name", wide: true },
  { header: "COMMIT", path: "git.oid" },
  createdColumn,
];

export const commands = noun({
  summary: "Show the content of a space and apply templates",
  verbs: {
    get: query(contract.get, {
      columns: revisionColumns,
      examples: [
        "content get --space Handbook",
        "content get --space Handbook --json > content.json",
      ],
    }),
    "reusable-content": query(contract.reusableContent, {
      columns: reusableContentColumns,
      examples: ["content reusable-content C1 --space Handbook"],
    }),
    document: query(contract.document, {
      present: presentDocument,
      examples: ["content document D1 --space Handbook --json"],
    }),
    compute: query(contract.computeRevision, {
      columns: [
        { header: "ID", path: "id", as: "id" },
        { header: "TITLE", path: "title", as: "title" },
        { header: "TYPE", path: "type" },
        { header: "PATH", path: "path" },
      ],
      listIn: "pages",
      emptyText: "The source has no pages.",
      examples: [
        'content compute --space Handbook --source \'{"type": "integration:files:pages", "props": {}}\' --seed 1',
      ],
    }),
    "compute-document": query(contract.computeDocument, {
      present: presentDocument,
      examples: [
        'content compute-document --space Handbook --source \'{"type": "integration:files:pages", "props": {"page": "a"}}\' --seed 1 --json',
      ],
    }),
    find: query(url.getContent, {
      arguments: ["url"],
      columns: [
        { header: "SPACE", path: "space.id", as: "id" },
        { header: "SPACE TITLE", path: "space.title", as: "title", wide: true },
        { header: "CHANGE REQUEST", path: "changeRequest.id", as: "id" },
        { header: "PAGE", path: "page.id", as: "id" },
        { header: "PAGE TITLE", path: "page.title", as: "title", wide: true },
        { header: "COLLECTION", path: "collection.id", as: "id" },
        { header: "COLLECTION TITLE", path: "collection.title", as: "title", wide: true },
      ],
      examples: ["content find http://docs.acme.site.localhost:4000/guide/start"],
    }),
    "apply-template": mutation(contract.applyTemplate, {
      arguments: ["id"],
      extra: {
        fileRef: optional(
          list(
            text("File that the template requires, by its name there"),
            "File that the template requires, by its name there",
            {
              flag: "file-ref",
              placeholder: "key=file",
            },
          ),
        ),
      },
      toRequest: withFileReferences,
      doneText: "Added the pages of the template {id} to the space {spaceId}.",
      examples: [
        "content apply-template product-docs --space Handbook",
        "content apply-template api-reference --space Handbook --cr 3 --file-ref specification=F1",
      ],
    }),
  },
});

/** `--file-ref logo=F1` becomes `params.contentRefs.logo`, a reference to a file of the space. */
function withFileReferences(input: JsonObject): JsonObject {
  const { fileRef, ...rest } = input;
  if (!Array.isArray(fileRef)) return input;
  const pairs = fileRef.map((pair) => {
    const [, key, file] = /^([^=]+)=(.+)$/.exec(String(pair)) ?? [];
    if (key === undefined || file === undefined) {
      throw new UsageError(
        `--file-ref must be <key>=<file>, the id of a file, not ${writeJson(pair)}.`,
      );
    }
    return [key, { kind: "file", file }];
  });
  const params = typeof rest.params === "object" ? (rest.params as JsonObject | null) : null;
  const contentRefs = { ...(params?.contentRefs as JsonObject), ...Object.fromEntries(pairs) };
  return { ...rest, params: { ...params, contentRefs } };
}

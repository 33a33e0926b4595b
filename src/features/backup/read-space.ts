/** Backup of a space, which fetches only content that changed since the earlier backup. */
import type { ApiClient, JsonObject } from "../../context.ts";
import * as comment from "../../contract/comment.ts";
import * as commentReply from "../../contract/comment-reply.ts";
import type { ContentReference } from "../../contract/content-reference.model.ts";
import * as contract from "../../contract/revision.ts";
import { ApiError } from "../../errors.ts";
import { computeHash, toCanonicalText } from "../../json/canonical.ts";
import { readExactly } from "../../json/exact-reading.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";
import { readAll } from "../read-all.ts";
import { runFewAtOnce } from "../run-few-at-once.ts";
import type { NewBackup } from "./folder.ts";
import type { SpaceRecord } from "./manifest.ts";
import type { BackupLocations } from "./space-content.ts";
import {
  commentsName,
  getId,
  indexLocations,
  listBackupPages,
  revisionName,
  spaceName,
} from "./space-content.ts";

/** Counts of fetched pages and files. */
export interface FetchedCounts {
  pages: number;
  files: number;
  /** Titles of pages that cannot be represented as Markdown; the backup has their documents. */
  readonly withoutMarkdown: string[];
}

export interface SpaceBackup {
  readonly client: ApiClient;
  readonly backup: NewBackup;
  readonly fetched: FetchedCounts;
  readonly say: (text: string) => void;
  /** Records a list or file that could not be read. */
  readonly miss: (list: string, error: Error) => void;
  /** The version of tome, on which the Markdown output depends. */
  readonly version: string;
}

/** @param space from the list of spaces */
export async function readSpace(
  reading: SpaceBackup,
  space: JsonObject,
  key: string,
): Promise<SpaceRecord> {
  const { client, backup } = reading;
  const spaceId = getId(space);
  const revisionId = asText(space.revision);
  const folder = `spaces/${key}`;
  const revisionKey = { spaceId, revisionId };
  await backup.add(`${folder}/${spaceName}`, `${writeJson(space, 2)}\n`);
  const revision = await readUnlessKept(
    backup,
    `${folder}/${revisionName}`,
    `revision ${spaceId} ${revisionId}`,
    async () => withoutUrls(asObject((await client.call(contract.get, revisionKey)).value)),
  );
  const documents = await readDocuments(reading, revisionKey, folder, revision);
  await readFiles(reading, revisionKey, folder, revision);
  await writePages(reading, revisionKey, folder, revision, documents);
  const comments = await readComments(reading, space, folder);
  return {
    key,
    id: spaceId,
    title: asText(space.title),
    revision: revisionId,
    pages: listBackupPages(revision).length,
    files: asObjects(revision.files).length,
    comments,
  };
}

interface RevisionKey {
  readonly spaceId: string;
  readonly revisionId: string;
}

async function readUnlessKept(
  backup: NewBackup,
  path: string,
  source: string,
  read: () => Promise<JsonObject>,
): Promise<JsonObject> {
  const content = await backup.keep(path, source);
  if (content !== undefined) return asObject(readExactly(content.toString()));
  const value = await read();
  await backup.add(path, `${writeJson(value, 2)}\n`, source);
  return value;
}

/** Removes download URLs, which change with each request and give access without a token. */
function withoutUrls(revision: JsonObject): JsonObject {
  const files = asObjects(revision.files).map(({ downloadURL: _, ...file }) => file);
  return { ...revision, files };
}

/** @returns the documents of pages and reusable contents, by id */
async function readDocuments(
  { client, backup, fetched, say }: SpaceBackup,
  { spaceId, revisionId }: RevisionKey,
  folder: string,
  revision: JsonObject,
): Promise<ReadonlyMap<string, JsonObject>> {
  const documents = new Map<string, JsonObject>();
  const { document } = indexLocations(revision);
  const pages = listBackupPages(revision).filter(({ type }) => type === "document");
  await runFewAtOnce(pages, async ({ page, id }) => {
    const state = [page.documentId ?? null, page.updatedAt ?? revisionId];
    const source = `page ${spaceId} ${id} ${computeHash(toCanonicalText(state))}`;
    const read = async () => {
      say(`${asText(page.title)} …`);
      fetched.pages++;
      const parameters = { spaceId, revisionId, pageId: id };
      return asObject((await client.call(contract.pageDocument, parameters)).value);
    };
    documents.set(id, await readUnlessKept(backup, `${folder}/${document(id)}`, source, read));
  });
  await runFewAtOnce(asObjects(revision.reusableContents), async (reusable) => {
    const id = getId(reusable);
    const state = asText(reusable.document) || revisionId;
    const source = `reusable-content ${spaceId} ${id} ${state}`;
    const read = async () => {
      const parameters = { spaceId, revisionId, reusableContentId: id };
      return asObject((await client.call(contract.reusableContentDocument, parameters)).value);
    };
    documents.set(id, await readUnlessKept(backup, `${folder}/${document(id)}`, source, read));
  });
  return documents;
}

async function readFiles(
  { client, backup, fetched, say, miss }: SpaceBackup,
  revisionKey: RevisionKey,
  folder: string,
  revision: JsonObject,
): Promise<void> {
  const { files } = indexLocations(revision);
  let listed: Promise<readonly JsonObject[]> | undefined;
  await runFewAtOnce(asObjects(revision.files), async (file) => {
    const id = getId(file);
    const path = `${folder}/${files.get(id)}`;
    const source = `file ${revisionKey.spaceId} ${computeHash(toCanonicalText(file))}`;
    if ((await backup.keep(path, source)) !== undefined) return;
    listed ??= readAll(client, contract.files, revisionKey);
    const url = (await listed).find((each) => each.id === id)?.downloadURL;
    say(`${asText(file.name)} …`);
    try {
      if (typeof url !== "string") {
        throw new ApiError(502, "The platform did not return a download URL.");
      }
      await backup.add(path, await client.download(url), source);
      fetched.files++;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      miss(`the file ${JSON.stringify(asText(file.name))}`, error);
    }
  });
}

/** Writes the pages as Markdown, with links between the files of the backup. */
async function writePages(
  { backup, fetched, version }: SpaceBackup,
  { spaceId, revisionId }: RevisionKey,
  folder: string,
  revision: JsonObject,
  documents: ReadonlyMap<string, JsonObject>,
): Promise<void> {
  const locations = indexLocations(revision);
  for (const { page, id } of listBackupPages(revision)) {
    const location = locations.markdown.get(id);
    if (location === undefined) continue;
    const path = `${folder}/${location}`;
    const source = `markdown ${spaceId} ${revisionId} ${id} ${location} ${version}`;
    if ((await backup.keep(path, source)) !== undefined) continue;
    const text = await writePage(page, documents.get(id) ?? {}, location, locations);
    if (text === undefined) fetched.withoutMarkdown.push(asText(page.title));
    else await backup.add(path, text, source);
  }
}

/** Backs up open comments with their replies. They are always read, because they do not affect the revision. */
async function readComments(
  { client, backup, miss }: SpaceBackup,
  space: JsonObject,
  folder: string,
): Promise<number> {
  if (space.comments === 0) return 0;
  const spaceId = getId(space);
  const path = `${folder}/${commentsName}`;
  const source = `comments ${spaceId}`;
  try {
    const threads = await readThreads(client, spaceId);
    if (threads.length > 0) await backup.add(path, `${writeJson(threads, 2)}\n`, source);
    return threads.length;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    miss(`the comments of ${JSON.stringify(asText(space.title))}`, error);
    const content = await backup.keep(path, source);
    return content === undefined ? 0 : asObjects(readExactly(content.toString())).length;
  }
}

async function readThreads(client: ApiClient, spaceId: string): Promise<readonly JsonObject[]> {
  const open = await readAll(client, comment.list, { spaceId, status: "open", order: "asc" });
  return runFewAtOnce(open, async (one) => ({
    comment: one,
    replies:
      one.replies === 0
        ? []
        : await readAll(client, commentReply.list, { spaceId, commentId: getId(one) }),
  }));
}

/**
 * @param location of the Markdown file, relative to the folder of the space
 * @returns undefined if the document cannot be represented as Markdown
 */
async function writePage(
  page: JsonObject,
  document: JsonObject,
  location: string,
  locations: BackupLocations,
): Promise<string | undefined> {
  const { findFilePart: listFilePart } = await import("../../document/reference-address.ts");
  const { collectReferences } = await import("../../document/references.ts");
  const { withAddresses } = await import("../../document/stored-document.ts");
  const { writeMarkdown } = await import("../../document/markdown.ts");
  const { document: model } = await import("../../contract/document.model.ts");
  const title = asText(page.title).replace(/\s+/g, " ");
  try {
    const text = model.parse(document);
    const addresses = collectReferences(text).flatMap(({ ref }) => {
      const part = listFilePart(ref);
      const to = part
        ? resolveLocation(part.file, locations, `#${part.fragment}`)
        : resolveLocation(ref, locations);
      return to === undefined ? [] : [[ref, to] as const];
    });
    const relative = await resolveRelative(location, addresses);
    return `# ${title}\n\n${writeMarkdown(withAddresses(text, relative))}`;
  } catch {
    // Documents of a newer platform may contain unknown blocks; the backup has the document itself.
    return undefined;
  }
}

interface PageTarget {
  readonly path: string;
  readonly anchor: string;
}

function resolveLocation(
  ref: ContentReference,
  { markdown, files }: BackupLocations,
  anchor = "",
): PageTarget | undefined {
  if ("space" in ref && ref.space !== undefined) return undefined;
  if (ref.kind === "page") return createTarget(markdown.get(ref.page), "");
  if (ref.kind === "file") return createTarget(files.get(ref.file), anchor);
  if (ref.kind !== "anchor") return undefined;
  if (ref.page === undefined) return { path: "", anchor: `#${ref.anchor}` };
  return createTarget(markdown.get(ref.page), `#${ref.anchor}`);
}

function createTarget(path: string | undefined, anchor: string): PageTarget | undefined {
  return path === undefined ? undefined : { path, anchor };
}

async function resolveRelative(
  location: string,
  addresses: readonly (readonly [ContentReference, PageTarget])[],
): Promise<readonly (readonly [ContentReference, string])[]> {
  const { toRelativePath } = await import("../../document/repository/paths.ts");
  return addresses.map(([ref, { path, anchor }]) => {
    const written =
      path === ""
        ? ""
        : toRelativePath(location, path).split("/").map(encodeURIComponent).join("/");
    return [ref, `${written}${anchor}`] as const;
  });
}

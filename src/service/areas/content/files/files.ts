/** Presentation of the files of some content. */
import type { Call } from "../../../core/handlers.ts";
import { buildPage } from "../../../core/pages.ts";
import { findHiddenContent, listVisibleContent } from "../hidden-content.ts";
import { presentFile, presentOptions } from "../present.ts";
import { type ReadableContent, requireFile } from "../require-content.ts";
import { createFileUrls } from "./file-download.ts";

interface FileOptions {
  readonly metadata?: boolean;
}

interface FileFilter extends FileOptions {
  readonly page?: string;
  readonly limit?: number;
}

/**
 * Ordered by id, so that pages stay stable while files are added and removed.
 * @param list identifies the list in its page tokens
 */
export async function listFiles(
  call: Call,
  { revision, tree }: ReadableContent,
  list: string,
  { page, limit, ...fileOptions }: FileFilter,
) {
  const options = presentOptions(call, revision.space, fileOptions);
  const address = await createFileUrls(call, revision.space);
  const visible = await listVisibleContent(call, revision.space, tree);
  const files = visible.files.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return buildPage({
    list,
    page,
    limit,
    read: async (after, take) => {
      const [last = ""] = after ?? [];
      const start = files.findIndex(({ id }) => id > last);
      return start < 0 ? [] : files.slice(start, start + take);
    },
    key: ({ id }) => [id],
    show: (file) => presentFile(file, address, options),
  });
}

/** @throws ApiError 404 if the file does not exist */
export async function showFile(
  call: Call,
  content: ReadableContent,
  id: string,
  options: FileOptions,
) {
  const { revision, tree } = content;
  const file = requireFile(content, id, await findHiddenContent(call, revision.space, tree, [id]));
  const address = await createFileUrls(call, revision.space);
  return presentFile(file, address, presentOptions(call, revision.space, options));
}

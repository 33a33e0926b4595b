/** The lost links of files that an import reads again. */
import type { Document } from "../../../../contract/document.model.ts";
import { GitFailure } from "../../../engines/git/failure.ts";
import { loadDocumentFacts } from "../../content/texts/documents.ts";
import { decodeText } from "../files/decode-text.ts";
import {
  createLossTest,
  findLostLinks,
  type LostLinks,
  listReferences,
} from "../files/lost-links.ts";
import type { ReadingProject } from "../files/project-assets.ts";

/** A page or reusable content at the last synchronization. */
interface SyncedText {
  readonly id: string;
  /** The hash of its document. */
  readonly document?: string | undefined;
}

/**
 * @param ids of what the repository has now
 * @param parse reads the document of a file, without resolving its URLs
 * @returns the lost links by page or reusable content, if it has any
 */
export async function readLostLinks(
  { call, spaceId, memory, clone }: ReadingProject,
  texts: readonly SyncedText[],
  ids: ReadonlySet<string>,
  parse: (text: string, path: string) => Document | undefined,
): Promise<ReadonlyMap<string, LostLinks>> {
  const hashes = texts.flatMap(({ document }) => document ?? []);
  const facts = await loadDocumentFacts(call.db, spaceId, hashes);
  const isLost = createLossTest(memory.tree, ids);
  const stored = new Map(
    texts.flatMap(({ id, document = "" }) => {
      const refs = (facts.get(document)?.references ?? []).map(({ ref }) => ref);
      return refs.some(isLost) ? [[id, refs] as const] : [];
    }),
  );
  const files = [...memory.files].flatMap(([path, { thing = "", oid }]) => {
    const refs = stored.get(thing);
    return refs ? [{ id: thing, path, oid, refs }] : [];
  });
  try {
    const former = await clone.read(files.map(({ oid }) => oid));
    return new Map(
      files.map(({ id, path, oid, refs }) => {
        const written = listReferences(parse(decodeText(former.get(oid), path), path));
        return [id, findLostLinks(written, refs, isLost)];
      }),
    );
  } catch (error) {
    // The server may no longer have the former files.
    if (error instanceof GitFailure) return new Map();
    throw error;
  }
}

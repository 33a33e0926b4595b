/** Context of an import or export in its worker thread, and its requests to the platform. */
import type { Document } from "../../../contract/document.model.ts";
import type { StoredDocument } from "../../../document/stored-document.ts";
import { createIdSource } from "../../core/ids.ts";
import type { Queries } from "../../database/tables.ts";
import type { AskedQuery, SqlLanguage } from "../../database/thread-queries.ts";
import { createThreadQueries } from "../../database/thread-queries.ts";
import type { FetchObjects } from "../../engines/git/clone.ts";
import type { StoredObject } from "../../engines/object-storage/object-storage.ts";
import type { AskQuestion } from "../../engines/threads/thread-side.ts";
import { encodeFile } from "../content/files/blobs.ts";
import { attachStorage } from "../content/files/file-storage.ts";
import type { EncodedFile } from "../content/files/upload.ts";
import { getDocuments } from "../content/texts/documents.ts";
import { GitPhases, type GitProgress } from "./phases.ts";

export type Question =
  | { readonly query: AskedQuery }
  /** Stores documents of the space. */
  | { readonly documents: readonly StoredDocument[] }
  | { readonly file: EncodedFile }
  /** Reads file contents from the object storage. */
  | { readonly object: StoredObject }
  /** Whether the remote repository still has this commit, which is then fetched. */
  | { readonly fetch: string }
  /** Fetches files into the clone. */
  | { readonly objects: readonly string[] }
  | { readonly progress: GitProgress };

/** Settings of a worker apart from the input of its work. */
export interface ThreadSetting {
  readonly language: SqlLanguage;
  /** The name of its id sequence. */
  readonly ids: string;
  /** RFC 3339. */
  readonly now: string;
  /** Nothing is stored, because only the changes are computed. */
  readonly isPlan: boolean;
}

export interface ThreadCall {
  /** One query at a time, without a transaction: other requests do not wait for this work. */
  readonly db: Queries;
  readonly now: Date;
  readonly newId: () => string;
  /** Documents of the space, and those that were collected, also by a plan. */
  readonly readDocuments: (
    spaceId: string,
    hashes: readonly string[],
  ) => Promise<ReadonlyMap<string, Document>>;
  /** Collects documents, and stores them in batches. */
  readonly putDocument: (document: StoredDocument) => Promise<void>;
  /** Stores the collected documents. */
  readonly flushDocuments: () => Promise<void>;
  readonly putFile: (bytes: Uint8Array) => Promise<Pick<EncodedFile, "hash" | "size">>;
  /** @returns false if the remote repository no longer has it */
  readonly fetchCommit: (commit: string) => Promise<boolean>;
  readonly fetchObjects: FetchObjects;
  readonly isPlan: boolean;
  readonly phases: GitPhases;
}

/** Per request: storing this much takes milliseconds. A larger document is stored alone. */
const most = { documents: 100, characters: 512 * 1024 };

export function createThreadCall(
  { language, ids, now, isPlan }: ThreadSetting,
  ask: AskQuestion,
): ThreadCall {
  const put = (question: Question) => ask(question);
  const phases = new GitPhases(async (progress) => {
    await put({ progress });
  });
  let gathered: StoredDocument[] = [];
  let characters = 0;
  async function flushDocuments() {
    if (gathered.length > 0) await put({ documents: gathered });
    gathered = [];
    characters = 0;
  }
  const db = createThreadQueries(language, (query) => put({ query }));
  attachStorage(db, {
    async read(object) {
      const bytes = await put({ object });
      if (bytes instanceof Uint8Array) return bytes;
      throw new Error(`The object ${object.name} was not read.`);
    },
  });
  const planned = new Map<string, string>();
  return {
    db,
    now: new Date(now),
    newId: createIdSource(ids),
    isPlan,
    phases,
    async readDocuments(spaceId, hashes) {
      const documents = await getDocuments(db, spaceId, hashes);
      for (const hash of hashes) {
        const body = planned.get(hash);
        if (body !== undefined) documents.set(hash, JSON.parse(body));
      }
      return documents;
    },
    async putDocument(document) {
      if (isPlan) {
        planned.set(document.hash, document.body);
        return;
      }
      const length = document.body.length + document.refs.length + document.anchors.length;
      if (characters + length > most.characters) await flushDocuments();
      gathered.push(document);
      characters += length;
      if (gathered.length >= most.documents) await flushDocuments();
    },
    flushDocuments,
    async putFile(bytes) {
      const file = encodeFile(bytes);
      if (!isPlan) await put({ file });
      return file;
    },
    fetchCommit: async (commit) => (await put({ fetch: commit })) === true,
    fetchObjects: (oids) =>
      phases.during("fetch", async () => {
        await put({ objects: oids });
      }),
  };
}

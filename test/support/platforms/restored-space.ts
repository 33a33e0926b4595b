/** A restore of a space whose backup, target and progress a test chooses. */
import type { BackedUpSpace } from "../../../src/features/backup/backed-up-space.ts";
import { executeRestore, type RestorePlan } from "../../../src/features/backup/restore/execute.ts";
import type {
  RestoreJournal,
  SpaceState,
} from "../../../src/features/backup/restore/restore-journal.ts";
import { listBackupPages } from "../../../src/features/backup/space-content.ts";
import { asObjects, asText, type JsonObject } from "../../../src/json/values.ts";
import { createPartial } from "../commands/partial.ts";
import { openScriptedClient } from "../network/scripted-client.ts";

/** A document with one paragraph. */
export const buildText = (text: string) => ({
  object: "document",
  data: { schemaVersion: 1 },
  nodes: [
    {
      object: "block",
      type: "paragraph",
      isVoid: false,
      data: {},
      nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }],
    },
  ],
});
export const page = (id: string, title: string, more: JsonObject = {}): JsonObject => ({
  id,
  type: "document",
  title,
  slug: title.toLowerCase(),
  ...more,
});
/** The revision of the backup. */
export const revision = {
  id: "R0",
  pages: [page("P1", "Home", { pages: [page("P2", "Deep")] }), page("P3", "Last")],
  files: [{ id: "F1", name: "a.png" }],
};

export interface RestoreOptions {
  readonly state?: Partial<SpaceState>;
  readonly way?: "new" | "deleted" | "existing";
  readonly comments?: readonly JsonObject[];
  /** The revision of the restored space. */
  readonly current?: JsonObject;
  readonly texts?: Readonly<Record<string, string>>;
  readonly responses?: Readonly<Record<string, unknown>>;
  readonly asChangeRequest?: boolean;
  /** The files of the backup. The bytes of the one with the id F1 are known. */
  readonly files?: readonly JsonObject[];
}

interface JournalNote extends Partial<Omit<SpaceState, "ids" | "refused">> {
  readonly refused?: string;
  readonly ids?: Readonly<Record<string, string>>;
}

/** The response to an edit: a new page gets the id `new-<ref>`, and a file `new-<name>`. */
function answerEdit(body: unknown): object {
  const { changes } = body as { changes: readonly JsonObject[] };
  const files = changes.flatMap(({ files: all }) => asObjects(all));
  return {
    changeRequest: { revision: "R9" },
    changes: changes.map(({ ref }) => ({ ref, page: { id: `new-${asText(ref)}` } })),
    insertedFiles: files.map(({ name }) => ({ id: `new-${asText(name)}` })),
  };
}

export async function restoreSpace({
  state: more = {},
  way = "existing",
  comments = [],
  current = revision,
  texts = {},
  responses = {},
  asChangeRequest = false,
  files = revision.files,
}: RestoreOptions = {}) {
  const state: SpaceState = {
    key: "guide",
    step: "texts",
    ids: new Map(),
    refused: new Set(),
    ...("id" in more ? {} : { id: "S1" }),
    ...more,
  };
  const notes: unknown[] = [];
  const journal = createPartial<RestoreJournal>({
    mark: "m",
    isResumed: false,
    collections: new Map(),
    getState: () => state,
    note: async (_: string, { refused, ids, ...values }: JournalNote) => {
      notes.push({ ...values, ...(ids && { ids }), ...(refused !== undefined && { refused }) });
      if (refused !== undefined) state.refused.add(refused);
      for (const [old, id] of Object.entries(ids ?? {})) state.ids.set(old, id);
      Object.assign(state, values);
      if (state.changeRequest === "") delete state.changeRequest;
    },
  });
  const backup = createPartial<BackedUpSpace>({
    entry: { key: "guide", id: "S1", title: "Guide", revision: "R0" },
    space: { title: "Guide" },
    revision,
    pages: listBackupPages(revision),
    files,
    comments,
    document: async (id: string) => buildText(`Text of ${id}`),
    fileBytes: async (id: string) => (id === "F1" ? Buffer.from("bytes") : undefined),
  });
  const { client, sent } = openScriptedClient(({ line, body }) => {
    const path = line.replace(/\?.*/, "");
    const value = responses[path];
    if (value !== undefined) return value;
    if (path === "GET /spaces/S1") return { id: "S1", revision: "R9" };
    if (/^GET \/spaces\/S1\/revisions\/\w+$/.test(path)) return { ...current, id: "R9" };
    const [, id] = /\/revisions\/\w+\/page\/(\w+)\/document$/.exec(path) ?? [];
    if (id !== undefined) return buildText(texts[id] ?? `Text of ${id}`);
    if (path === "POST /spaces/S1/change-requests") return { id: "C1", revision: "R1" };
    if (path === "POST /spaces/S1/change-requests/C1/content") return answerEdit(body);
    return path.startsWith("GET") ? { items: [] } : { id: "NEW" };
  });
  const said: string[] = [];
  const locks: string[] = [];
  const plan: RestorePlan = { collections: [], spaces: [{ backup, way: way as never }] };
  const target = { client, organizationId: "O1", isSame: true };
  const [outcome] = await executeRestore(target as never, plan, journal, {
    say: (text) => void said.push(text),
    asChangeRequest,
    backedUp: "2026-01-02T03:04:05Z",
    lock: async () => {
      locks.push("lock");
      return async () => void locks.push("release");
    },
  });
  const { status, isAsAsked, why } = outcome ?? {};
  const writes = sent.filter((one) => !String(one).startsWith("GET"));
  return { result: { status, isAsAsked, why }, writes, notes, state, said, locks, sent };
}

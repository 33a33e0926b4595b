/**
 * Journal of a restore, which allows an interrupted restore to resume. Each line is synced to disk before
 * the next request is sent.
 */
import { randomBytes } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Context, JsonObject } from "../../../context.ts";
import { UsageError } from "../../../errors.ts";
import { openForeignFolder } from "../../../files/foreign-folder.ts";
import { createFile, openToAppend } from "../../../files/journal-file.ts";
import { computeHash } from "../../../json/canonical.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { asObject, asText } from "../../../json/values.ts";

/** The progress of a space: each step requires the preceding ones. */
export const steps = ["begun", "pages", "texts", "merged", "comments", "done"] as const;
export type RestoreStep = (typeof steps)[number];

/** State of a space that is being restored. */
export interface SpaceState {
  readonly key: string;
  /** The id of the restored space. */
  id?: string;
  isNew?: boolean;
  changeRequest?: string;
  /** The revision of the change request after the last edit with a response. */
  revision?: string;
  step: RestoreStep;
  /** New ids of pages and files by backup id. */
  readonly ids: Map<string, string>;
  /** Sentences about content that the platform refused. */
  readonly refused: Set<string>;
}

export interface RestoreJournal {
  readonly path: string;
  /** Part of temporary titles, by which created resources are found if the response was lost. */
  readonly mark: string;
  /** Whether the restore continues an interrupted one. */
  readonly isResumed: boolean;
  /** New ids of collections by backup id. */
  readonly collections: Map<string, string>;
  /** Backup ids of collections that are complete and have their final title. */
  readonly finishedCollections: Set<string>;
  /** Creates the journal before the first write, because the mark must be on disk. */
  readonly begin: () => Promise<void>;
  readonly getState: (key: string) => SpaceState;
  /** Records a change of the state of a space. */
  readonly note: (key: string, change: SpaceChange) => Promise<void>;
  /** Records the id before the final title is set, because the temporary title identifies the collection. */
  readonly noteCollection: (old: string, id: string, is: "made" | "finished") => Promise<void>;
  readonly close: () => Promise<void>;
  /** Deletes the journal of a complete restore. */
  readonly remove: () => Promise<void>;
}

export interface SpaceChange {
  readonly id?: string;
  readonly isNew?: boolean;
  /** Empty if the change request is abandoned, which also clears the recorded ids. */
  readonly changeRequest?: string;
  readonly revision?: string;
  readonly step?: RestoreStep;
  readonly ids?: Readonly<Record<string, string>>;
  readonly refused?: string;
}

/** Identity of a restore: a restore with another scope cannot resume from its journal. */
export interface RestoreScope {
  /** The completion time of the backup. */
  readonly backup: string;
  readonly organization: string;
  readonly only: readonly string[];
  readonly asChangeRequest: boolean;
}

/**
 * @param backup the path of the backup folder
 * @throws UsageError if another restore was interrupted, or another process runs this one
 */
export async function openRestoreJournal(
  { lockFile }: Pick<Context, "lockFile">,
  backup: string,
  scope: RestoreScope,
): Promise<RestoreJournal> {
  const path = `${backup}.restoring-to-${computeHash(scope.organization).slice(0, 8)}.ndjson`;
  const release = await lockFile(path);
  const lines = await formatLines(path).catch(async (error) => {
    await release();
    throw error;
  });
  const [header = { scope: { ...scope }, mark: randomBytes(4).toString("hex") }] = lines;
  if (writeJson(header.scope) !== writeJson(scope)) {
    await release();
    throw new UsageError(
      `Another restore from ${basename(backup)} to this organization was interrupted. Run that command again to finish it, or delete ${path} to discard it.`,
    );
  }
  const collections = new Map<string, string>();
  const finishedCollections = new Set<string>();
  const states = new Map<string, SpaceState>();
  const getState = (key: string): SpaceState => {
    const state = states.get(key) ?? { key, step: "begun", ids: new Map(), refused: new Set() };
    states.set(key, state);
    return state;
  };
  const read = (line: JsonObject) => {
    if (typeof line.collection !== "string") return apply(line, getState(asText(line.space)));
    collections.set(line.collection, asText(line.id));
    if (line.is === "finished") finishedCollections.add(line.collection);
  };
  for (const line of lines.slice(1)) read(line);
  let file: FileHandle | undefined;
  const begin = async (): Promise<FileHandle> => {
    const opened = await openWhole(path);
    if (lines.length === 0) await append(opened, header);
    return opened;
  };
  const write = async (line: JsonObject): Promise<void> => {
    read(line);
    file ??= await begin();
    await append(file, line);
  };
  const close = async (): Promise<void> => {
    await file?.close();
    file = undefined;
    await release();
  };
  return {
    path,
    mark: asText(header.mark),
    isResumed: lines.length > 0,
    collections,
    finishedCollections,
    getState,
    async begin() {
      file ??= await begin();
    },
    note: (key, change) => write({ space: key, ...change }),
    noteCollection: (old, id, is) => write({ collection: old, id, is }),
    close,
    remove: () => openForeignFolder(dirname(path)).remove(basename(path)),
  };
}

/** Ignores an incomplete last line after a crash, because no request followed it. Undefined without a file. */
async function readCompleteLines(path: string): Promise<string | undefined> {
  const folder = openForeignFolder(dirname(path));
  if (!(await folder.has(basename(path)))) return undefined;
  const text = await folder.readText(basename(path), { limit: maximumSize });
  return text.slice(0, text.lastIndexOf("\n") + 1);
}

/** In bytes. */
const maximumSize = 256 * 1024 * 1024;

async function openWhole(path: string): Promise<FileHandle> {
  const whole = await readCompleteLines(path);
  if (whole === undefined) return createFile(path);
  const file = await openToAppend(path);
  await file.truncate(Buffer.byteLength(whole));
  return file;
}

async function formatLines(path: string): Promise<readonly JsonObject[]> {
  return ((await readCompleteLines(path)) ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      try {
        return asObject(JSON.parse(line));
      } catch {
        throw new UsageError(`${path} is damaged. Delete it to start a new restore.`);
      }
    });
}

async function append(file: FileHandle, line: JsonObject): Promise<void> {
  await file.appendFile(`${writeJson(line)}\n`);
  await file.sync();
}

function apply(line: JsonObject, state: SpaceState): void {
  if (typeof line.id === "string") state.id = line.id;
  if (typeof line.isNew === "boolean") state.isNew = line.isNew;
  if (typeof line.revision === "string") state.revision = line.revision;
  const step = steps.find((one) => one === line.step);
  if (step !== undefined) state.step = step;
  if (typeof line.refused === "string") state.refused.add(line.refused);
  if (typeof line.changeRequest === "string") {
    if (line.changeRequest === "") forget(state);
    else state.changeRequest = line.changeRequest;
  }
  for (const [old, id] of Object.entries(asObject(line.ids))) state.ids.set(old, asText(id));
}

function forget(state: SpaceState): void {
  delete state.changeRequest;
  delete state.revision;
  state.ids.clear();
  state.refused.clear();
}

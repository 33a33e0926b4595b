/**
 * What a restore has done so far, in a file beside the backup, so that an interrupted one goes on. Each
 * line is on the disk before the next request is sent.
 */
import { randomBytes } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Context, JsonObject } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { createFile, openToAppend } from "../../files/journal-file.ts";
import { computeHash } from "../../json/canonical.ts";
import { objectIn, textIn } from "../../json/values.ts";

/** How far a space is: each step needs the ones before it. */
export const steps = ["begun", "pages", "texts", "merged", "comments", "done"] as const;
export type Step = (typeof steps)[number];

/** What is known of a space that is being restored. */
export interface SpaceState {
  readonly key: string;
  /** Where it is restored. */
  id?: string;
  isNew?: boolean;
  changeRequest?: string;
  /** The revision of the change request after the last edit whose answer came. */
  revision?: string;
  step: Step;
  /** New ids of pages and files by those of the backup. */
  readonly ids: Map<string, string>;
  /** What the platform did not take, in sentences. */
  readonly refused: Set<string>;
}

export interface RestoreJournal {
  readonly path: string;
  /** Stands in the titles of what is being created, so that it is found if its answer was lost. */
  readonly mark: string;
  /** It was interrupted before. */
  readonly isResumed: boolean;
  /** The new ids of collections by those of the backup. */
  readonly collections: Map<string, string>;
  /** Those of the backup that have their own title by now, and all that goes with it. */
  readonly finishedCollections: Set<string>;
  /** Before the first request that changes something: from then on the mark is known. */
  readonly begin: () => Promise<void>;
  readonly getState: (key: string) => SpaceState;
  /** Changes what is known of a space. */
  readonly note: (key: string, change: SpaceChange) => Promise<void>;
  /** As soon as there is an id: with its own title it would not be found again. */
  readonly noteCollection: (old: string, id: string, is: "made" | "finished") => Promise<void>;
  readonly close: () => Promise<void>;
  /** When there is nothing left to do. */
  readonly remove: () => Promise<void>;
}

export interface SpaceChange {
  readonly id?: string;
  readonly isNew?: boolean;
  /** Empty if it is given up; what it created is forgotten with it. */
  readonly changeRequest?: string;
  readonly revision?: string;
  readonly step?: Step;
  readonly ids?: Readonly<Record<string, string>>;
  readonly refused?: string;
}

/** What a restore is of; another one does not go on with its journal. */
export interface RestoreScope {
  /** The end of the backup. */
  readonly backup: string;
  readonly organization: string;
  readonly only: readonly string[];
  readonly asChangeRequest: boolean;
}

/**
 * @param backup the path of its folder
 * @throws UsageError if another restore was interrupted there, or another process is at it
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
  if (JSON.stringify(header.scope) !== JSON.stringify(scope)) {
    await release();
    throw new UsageError(
      `Another restore from ${basename(backup)} to this organization was interrupted. Run it again as it was, to finish it; or delete ${path}, to leave it is.`,
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
    if (typeof line.collection !== "string") return apply(line, getState(textIn(line.space)));
    collections.set(line.collection, textIn(line.id));
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
    mark: textIn(header.mark),
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

/** A crash may cut off the last line, after which nothing was sent. Undefined if there is no file. */
async function wholeLines(path: string): Promise<string | undefined> {
  const folder = openForeignFolder(dirname(path));
  if (!(await folder.has(basename(path)))) return undefined;
  const text = await folder.readText(basename(path), { limit: maximumSize });
  return text.slice(0, text.lastIndexOf("\n") + 1);
}

/** In bytes. */
const maximumSize = 256 * 1024 * 1024;

async function openWhole(path: string): Promise<FileHandle> {
  const whole = await wholeLines(path);
  if (whole === undefined) return createFile(path);
  const file = await openToAppend(path);
  await file.truncate(Buffer.byteLength(whole));
  return file;
}

async function formatLines(path: string): Promise<readonly JsonObject[]> {
  return ((await wholeLines(path)) ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      try {
        return objectIn(JSON.parse(line));
      } catch {
        throw new UsageError(`${path} is damaged; delete it to begin anew.`);
      }
    });
}

async function append(file: FileHandle, line: JsonObject): Promise<void> {
  await file.appendFile(`${JSON.stringify(line)}\n`);
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
  for (const [old, id] of Object.entries(objectIn(line.ids))) state.ids.set(old, textIn(id));
}

function forget(state: SpaceState): void {
  delete state.changeRequest;
  delete state.revision;
  state.ids.clear();
  state.refused.clear();
}

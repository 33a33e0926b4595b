/** Copies the spaces of an organization into a folder; a second run fetches only what changed. */
import { join } from "node:path";
import type { Column, Context, JsonObject, Result } from "../../context.ts";
import { Problem, Unreachable, type Unsettled, UsageError } from "../../errors.ts";
import { openNames } from "../../files/safe-names.ts";
import { counted } from "../../json/counted.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { textIn } from "../../json/values.ts";
import {
  describeUnread,
  type OrganizationReading,
  openOrganization,
  type Unread,
} from "../organization/reading.ts";
import { copyFiles } from "./copy-files.ts";
import { type NewBackup, openNewBackup } from "./folder.ts";
import { computeLosses } from "./losses.ts";
import type { Manifest, SpaceRecord } from "./manifest.ts";
import { type Fetched, type Reading, readSpace } from "./read-space.ts";
import { getId } from "./space-content.ts";

interface CreateInput {
  readonly organizationId: string;
  readonly folder: string;
  readonly space?: readonly string[];
}

const columns: readonly Column[] = [
  { header: "FOLDER", path: "folder" },
  { header: "SPACES", path: "spaces", as: "number" },
  { header: "PAGES", path: "pages", as: "number" },
  { header: "FILES", path: "files", as: "number" },
  { header: "COMMENTS", path: "comments", as: "number" },
  { header: "FETCHED PAGES", path: "fetchedPages", as: "number" },
  { header: "FETCHED FILES", path: "fetchedFiles", as: "number" },
  { header: "BYTES", path: "bytes", as: "number" },
];

export async function create(context: Context, input: CreateInput): Promise<Result> {
  const { organizationId, folder, space: asked } = input;
  const client = await context.client({ lookup: true, many: true });
  const backup = await openNewBackup(context, folder);
  const progress = context.terminal.progress("Reading the organization …");
  try {
    const fetched: Fetched = { pages: 0, files: 0, withoutMarkdown: [] };
    const reading = openOrganization(client, organizationId);
    const say = (text: string) => progress.update(text);
    const begin = new Date().toISOString();
    const spaces = await spacesToRead(reading, backup, input);
    const missed: Unread[] = [];
    const miss = (list: string, error: Error) =>
      missed.push({ list, reason: error.message, error });
    const read = { client, backup, fetched, say, miss, version: context.version };
    const copied = await copySpaces(read, spaces, input);
    await copyOrganization(reading, backup);
    const notes = asked === undefined ? await copyFiles(context, backup, input, miss) : [];
    const cut = reading.unread.find(({ error }) => error instanceof Unreachable);
    if (cut !== undefined) throw cut.error;
    const unread = [...reading.unread, ...missed];
    const organization = await reading.organization();
    const manifest = await backup.finish({
      tome: context.version,
      platform: context.settings.baseUrl.value,
      organization: { id: organizationId, title: textIn(organization?.title) },
      begin,
      end: new Date().toISOString(),
      ...(asked !== undefined && { only: asked }),
      spaces: copied,
      unread: unread.map(({ list, reason }) => ({ list, reason })),
      cannotBeRestored: await computeLosses(backup, copied),
    });
    for (const note of notes) context.terminal.note(note);
    return describe(folder, manifest, fetched, describeUnread({ ...reading, unread }));
  } finally {
    progress.stop();
    await backup.close();
  }
}

/**
 * @throws the error for which spaces could not be listed; UsageError if the earlier backup is of other
 * spaces, which would be lost with it, or for a space that is not there
 */
async function spacesToRead(
  reading: OrganizationReading,
  { earlier }: NewBackup,
  { organizationId, folder, space: asked }: CreateInput,
): Promise<readonly JsonObject[]> {
  if (earlier !== undefined && earlier.organization.id !== organizationId) {
    const { id, title } = earlier.organization;
    throw new UsageError(
      `${folder} is a backup of another organization, ${title} (${id}); name another folder.`,
    );
  }
  const lost = earlier?.spaces.find(({ id }) => asked !== undefined && !asked.includes(id));
  if (lost !== undefined) {
    throw new UsageError(
      `${folder} has the space ${JSON.stringify(lost.title)} too, which would be lost; leave --space out, or name another folder.`,
    );
  }
  const all = await reading.spaces();
  const [first] = reading.unread;
  if (all === undefined) throw first?.error ?? new Error("The spaces were not read.");
  const live = all.filter(({ deletedAt }) => deletedAt === undefined || deletedAt === null);
  if (asked === undefined) return live;
  const missing = asked.find((id) => !live.some((space) => space.id === id));
  if (missing === undefined) return live.filter(({ id }) => asked.includes(textIn(id)));
  throw new Problem(404, `The organization ${organizationId} has no space ${missing}.`);
}

/** What cannot be read, and what the platform has no more, stays as the earlier backup has it. */
async function copySpaces(
  reading: Reading,
  spaces: readonly JsonObject[],
  { space: asked }: CreateInput,
): Promise<readonly SpaceRecord[]> {
  const { backup, say } = reading;
  const before = new Map((backup.earlier?.spaces ?? []).map((entry) => [entry.id, entry]));
  const names = openNames();
  for (const { key } of before.values()) names.take(key, "", key);
  const entries: SpaceRecord[] = [];
  const errors: Error[] = [];
  for (const [at, space] of spaces.entries()) {
    const id = getId(space);
    const title = textIn(space.title);
    const known = before.get(id);
    before.delete(id);
    const key = known?.key ?? names.take(await loadSlug(title), "", `space-${id}`);
    const inAll = `${at + 1} of ${spaces.length} spaces: ${title}`;
    say(`${inAll} …`);
    try {
      const own = { ...reading, say: (text: string) => say(`${inAll}: ${text}`) };
      entries.push(await readSpace(own, space, key));
    } catch (error) {
      // Without the platform, or a token, there is nothing more to read; the next run goes on.
      if (!(error instanceof Problem) || error.status === 401) throw error;
      errors.push(error);
      reading.miss(`the space ${JSON.stringify(title)}`, error);
      await backup.goBack(`spaces/${key}`);
      if (known !== undefined) entries.push(known);
    }
  }
  if (asked === undefined) {
    for (const gone of before.values()) {
      await backup.goBack(`spaces/${gone.key}`);
      entries.push({ ...gone, goneSince: gone.goneSince ?? new Date().toISOString() });
    }
  }
  const [first] = errors;
  if (first !== undefined && errors.length === spaces.length) throw first;
  return entries;
}

async function loadSlug(title: string): Promise<string> {
  return (await import("../../document/slugs.ts")).slugFrom(title);
}

/** What the spaces stand in. */
async function copyOrganization(reading: OrganizationReading, backup: NewBackup): Promise<void> {
  const organization = (await reading.organization()) ?? {};
  const collections = await reading.collections();
  const name = "organization.json";
  if (collections === undefined && (await backup.keep(name, "organization"))) return;
  const text = writeJson({ organization, collections: collections ?? [] }, 2);
  await backup.add(name, `${text}\n`, "organization");
}

function describe(
  folder: string,
  manifest: Manifest,
  { pages: fetchedPages, files: fetchedFiles, withoutMarkdown }: Fetched,
  unsettled: Unsettled | undefined,
): Result {
  const { spaces } = manifest;
  const sum = (count: (entry: SpaceRecord) => number) =>
    spaces.reduce((all, entry) => all + count(entry), 0);
  const gone = spaces.filter(({ goneSince }) => goneSince !== undefined);
  const record = {
    folder,
    spaces: spaces.length,
    pages: sum(({ pages }) => pages),
    files: sum(({ files }) => files),
    comments: sum(({ comments }) => comments),
    fetchedPages,
    fetchedFiles,
    bytes: manifest.files.reduce((all, { size }) => all + size, 0),
    gone: gone.map(({ key, title, goneSince }) => ({ key, title, goneSince: goneSince ?? "" })),
    withoutMarkdown,
    unread: manifest.unread.map(({ list, reason }) => ({ list, reason })),
    cannotBeRestored: manifest.cannotBeRestored.map(({ what, why }) => ({ what, why })),
    manifest: join(folder, "manifest.json"),
  };
  const kept =
    gone.length === 0
      ? ""
      : ` ${counted(gone.length, "space that the platform has no more is", "spaces that the platform has no more are")} kept in it.`;
  return {
    done: `Backed up ${counted(record.spaces, "space")} with ${counted(record.pages, "page")} and ${counted(record.files, "file")} in ${folder}; fetched ${counted(fetchedPages, "page")} and ${counted(fetchedFiles, "file")}.${kept}`,
    next: `To check it, offline: tome backup verify ${folder}`,
    record,
    columns,
    brief: [],
    unsettled,
  };
}

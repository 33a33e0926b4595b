/** `tome backup create`: backs up the spaces of an organization, fetching only changed content. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import { ApiError, type IncompleteError, NetworkError, UsageError } from "../../errors.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { openNames } from "../../files/safe-names.ts";
import { readExactly } from "../../json/exact-reading.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";
import {
  describeUnread,
  type OrganizationReader,
  openOrganization,
  type Unread,
} from "../organization/organization-reader.ts";
import { exportInto, schemaFolder } from "../organization-files/export.ts";
import { lockName, readLock, writeLock } from "../organization-files/lock.ts";
import { type NewBackup, openNewBackup } from "./folder.ts";
import type { BackupManifest, Loss, SpaceRecord } from "./manifest.ts";
import { toOrigin } from "./platform.ts";
import { type FetchedCounts, readSpace, type SpaceBackup } from "./read-space.ts";
import { getId, listBackupPages, revisionName, spaceName } from "./space-content.ts";

interface CreateInput {
  readonly organizationId: string;
  readonly folder: string;
  readonly space?: readonly string[];
  readonly otherPlatform?: boolean;
}

const columns: readonly PrintedColumn[] = [
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
  const { organizationId, folder, space: spaceIds } = input;
  const client = await context.client({ lookup: true, many: true });
  const platform = context.settings.baseUrl.value;
  const backup = await openNewBackup(context, folder, `${toOrigin(platform)} ${organizationId}`);
  const progress = context.terminal.progress("Reading the organization …");
  try {
    const fetched: FetchedCounts = { pages: 0, files: 0, withoutMarkdown: [] };
    const reading = openOrganization(client, organizationId);
    const say = (text: string) => progress.update(text);
    const begin = new Date().toISOString();
    requireSamePlatform(context, backup, input);
    const spaces = await listSpacesToRead(reading, backup, input);
    const missed: Unread[] = [];
    const miss = (list: string, error: Error) =>
      missed.push({ list, reason: error.message, error });
    const read = { client, backup, fetched, say, miss, version: context.version };
    const copied = await copySpaces(read, spaces, input);
    await copyOrganization(reading, backup);
    const notes = spaceIds === undefined ? await copyFiles(context, backup, input, miss) : [];
    const unreachable = reading.unread.find(({ error }) => error instanceof NetworkError);
    if (unreachable !== undefined) throw unreachable.error;
    const unread = [...reading.unread, ...missed];
    const organization = await reading.organization();
    const manifest = await backup.finish({
      tome: context.version,
      platform,
      organization: { id: organizationId, title: asText(organization?.title) },
      begin,
      end: new Date().toISOString(),
      ...(spaceIds !== undefined && { only: spaceIds }),
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

/** @throws UsageError for an earlier backup of another platform, whose spaces would be mixed in */
function requireSamePlatform(
  { settings }: Pick<Context, "settings">,
  { earlier }: NewBackup,
  { folder, otherPlatform }: CreateInput,
): void {
  const { value, from } = settings.baseUrl;
  if (earlier === undefined || otherPlatform === true) return;
  if (toOrigin(earlier.platform) === toOrigin(value)) return;
  throw new UsageError(
    `${folder} is a backup of another platform, ${earlier.platform === "" ? "which is unknown" : earlier.platform}; the current platform is ${value} (${from}). Specify another folder, or use --other-platform if only the URL of the platform has changed.`,
  );
}

/**
 * @throws the error of the list of spaces; UsageError if the earlier backup contains other spaces, which
 * would be lost; ApiError 404 for a space that does not exist
 */
async function listSpacesToRead(
  reading: OrganizationReader,
  { earlier }: NewBackup,
  { organizationId, folder, space: spaceIds }: CreateInput,
): Promise<readonly JsonObject[]> {
  if (earlier !== undefined && earlier.organization.id !== organizationId) {
    const { id, title } = earlier.organization;
    throw new UsageError(
      `${folder} is a backup of another organization, ${title} (${id}). Specify another folder.`,
    );
  }
  const lost = earlier?.spaces.find(({ id }) => spaceIds !== undefined && !spaceIds.includes(id));
  if (lost !== undefined) {
    throw new UsageError(
      `The backup in ${folder} also contains the space ${JSON.stringify(lost.title)}, which would be lost. Omit --space, or specify another folder.`,
    );
  }
  const all = await reading.spaces();
  const [first] = reading.unread;
  if (all === undefined) throw first?.error ?? new Error("The spaces were not read.");
  const live = all.filter(({ deletedAt }) => deletedAt === undefined || deletedAt === null);
  if (spaceIds === undefined) return live;
  const missing = spaceIds.find((id) => !live.some((space) => space.id === id));
  if (missing === undefined) return live.filter(({ id }) => spaceIds.includes(asText(id)));
  throw new ApiError(404, `No space ${missing} found in the organization ${organizationId}.`);
}

/** Keeps the earlier copy of spaces that cannot be read or were deleted from the platform. */
async function copySpaces(
  reading: SpaceBackup,
  spaces: readonly JsonObject[],
  { space: spaceIds }: CreateInput,
): Promise<readonly SpaceRecord[]> {
  const { backup, say } = reading;
  const before = new Map((backup.earlier?.spaces ?? []).map((entry) => [entry.id, entry]));
  const names = openNames();
  for (const { key } of before.values()) names.take(key, "", key);
  const entries: SpaceRecord[] = [];
  const errors: Error[] = [];
  for (const [index, space] of spaces.entries()) {
    const id = getId(space);
    const title = asText(space.title);
    const earlierEntry = before.get(id);
    before.delete(id);
    const key = earlierEntry?.key ?? names.take(await loadSlug(title), "", `space-${id}`);
    const position = `${index + 1} of ${spaces.length} spaces: ${title}`;
    say(`${position} …`);
    try {
      const spaceReading = { ...reading, say: (text: string) => say(`${position}: ${text}`) };
      entries.push(await readSpace(spaceReading, space, key));
    } catch (error) {
      // Without a connection or a valid token, no other space can be read either.
      if (!(error instanceof ApiError) || error.status === 401) throw error;
      errors.push(error);
      reading.miss(`the space ${JSON.stringify(title)}`, error);
      await backup.goBack(`spaces/${key}`);
      if (earlierEntry !== undefined) entries.push(earlierEntry);
    }
  }
  if (spaceIds === undefined) {
    for (const deleted of before.values()) {
      await backup.goBack(`spaces/${deleted.key}`);
      entries.push({ ...deleted, goneSince: deleted.goneSince ?? new Date().toISOString() });
    }
  }
  const [first] = errors;
  if (first !== undefined && errors.length === spaces.length) throw first;
  return entries;
}

async function loadSlug(title: string): Promise<string> {
  return (await import("../../document/slugs.ts")).toSlug(title);
}

/** Backs up the organization and its collections. */
async function copyOrganization(reading: OrganizationReader, backup: NewBackup): Promise<void> {
  const organization = (await reading.organization()) ?? {};
  const collections = await reading.collections();
  const name = "organization.json";
  if (collections === undefined && (await backup.keep(name, "organization"))) return;
  const text = writeJson({ organization, collections: collections ?? [] }, 2);
  await backup.add(name, `${text}\n`, "organization");
}

function describe(
  folder: string,
  manifest: BackupManifest,
  { pages: fetchedPages, files: fetchedFiles, withoutMarkdown }: FetchedCounts,
  unsettled: IncompleteError | undefined,
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
  const keptSentence =
    gone.length === 0
      ? ""
      : ` Kept ${formatCount(gone.length, "space that was", "spaces that were")} deleted from the platform.`;
  return {
    done: `Backed up ${formatCount(record.spaces, "space")} (${formatCount(record.pages, "page")}, ${formatCount(record.files, "file")}) to ${folder}. Fetched ${formatCount(fetchedPages, "page")} and ${formatCount(fetchedFiles, "file")}.${keptSentence}`,
    next: `To verify the backup: tome backup verify ${folder}`,
    record,
    columns,
    brief: [],
    unsettled,
  };
}

/** Folder of the configuration files in a backup. */
const filesFolder = "organization";

/** In bytes; the file with the resources of a large organization has some megabytes. */
const maximumFileSize = 256 * 1024 * 1024;

/**
 * @param miss called if the organization cannot be read; then the files of the earlier backup are kept
 * @returns sentences about data that the files do not contain
 */
async function copyFiles(
  context: Context,
  backup: NewBackup,
  { organizationId }: { readonly organizationId: string },
  miss: (what: string, error: Error) => void,
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "tome-backup-"));
  try {
    // The earlier lock preserves the keys of resources.
    const lock = await backup.readEarlier(`${filesFolder}/${lockName}`);
    const files = openForeignFolder(folder);
    if (lock !== undefined) await files.create(lockName, lock, { mode: 0o600 });
    const earlier = await readLock(context, folder);
    // The platform of the earlier backup is compared before, and its URL may have changed.
    const platform = context.settings.baseUrl.value;
    if (earlier !== undefined) await writeLock(context, folder, { ...earlier, platform });
    const { notes } = await exportInto(context, {
      organizationId,
      folder,
      with: ["redirects"],
      force: true,
    });
    for (const name of await files.listFiles()) {
      // Schemas are not data of the organization.
      if (name.startsWith(`${schemaFolder}/`)) continue;
      await backup.add(
        `${filesFolder}/${name}`,
        await files.readBytes(name, { limit: maximumFileSize }),
      );
    }
    return notes;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error;
    await backup.goBack(filesFolder);
    // A user who may read only the spaces can still back them up.
    if (error.status === 403) {
      return [
        `The backup does not include the configuration files of the organization because you do not have permission to read all of it: ${error.message}`,
      ];
    }
    miss("the configuration files of the organization", error);
    return [];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const always: readonly Loss[] = [
  { what: "revision history", why: "a restore creates new revisions" },
  {
    what: "authors and dates of comments",
    why: "comments are posted by the user who runs the restore",
  },
  { what: "resolved comments, reactions, and change requests", why: "they are not in the backup" },
  { what: "integration installations", why: "an admin must authorize each of them" },
  { what: "invites and members", why: "users must accept an invitation themselves" },
  {
    what: "secrets, such as share links, visitor keys and signing secrets of webhooks",
    why: "a backup contains no secrets",
  },
];

/** @param backup must already contain the spaces */
async function computeLosses(
  backup: NewBackup,
  spaces: readonly SpaceRecord[],
): Promise<readonly Loss[]> {
  let losses = always;
  for (const { key, title } of spaces) {
    const text = (await backup.read(`spaces/${key}/${revisionName}`)).toString();
    const space = (await backup.read(`spaces/${key}/${spaceName}`)).toString();
    losses = losses
      .concat(listLosses({ key, title }, asObject(readExactly(text))))
      .concat(findConnectionLoss({ key, title }, asObject(readExactly(space))));
  }
  return losses;
}

/** A new space has no connection: two spaces would write the same branch, and a token is a secret. */
function findConnectionLoss(
  { key, title }: Pick<SpaceRecord, "key" | "title">,
  { id, gitSync }: JsonObject,
): readonly Loss[] {
  const { installationId, repoName, url } = asObject(gitSync);
  // A space that was synchronized without a connection has its own id in its place.
  if (installationId === undefined || installationId === id) return [];
  const name = asText(repoName) || asText(url);
  return [
    {
      what: `the Git connection of ${JSON.stringify(title)}${name === "" ? "" : ` to ${name}`}`,
      why: "connect the restored space with tome git connect",
      space: key,
    },
  ];
}

/** Content of a space that the API cannot create, and that is restored in another form. */
function listLosses(
  { key, title }: Pick<SpaceRecord, "key" | "title">,
  revision: JsonObject,
): readonly Loss[] {
  const pages = listBackupPages(revision);
  const spaceTitle = JSON.stringify(title);
  const count = (type: string) => pages.filter((page) => page.type === type).length;
  const losses: Loss[] = [];
  const add = (amount: number, one: string, many: string, why: string) => {
    if (amount === 0) return;
    const what = `${formatCount(amount, one, many)} in ${spaceTitle}`;
    losses.push({
      what,
      why: amount === 1 ? why.replace(" create them", " create it") : why,
      space: key,
    });
  };
  const noOperation = "the API cannot create them";
  add(count("group"), "group", "groups", `${noOperation}; each becomes an empty page`);
  add(
    count("link"),
    "link in the table of contents",
    "links in the table of contents",
    `${noOperation}; each becomes a page with the link`,
  );
  add(
    count("computed"),
    "computed page",
    "computed pages",
    `${noOperation}; each becomes an empty page`,
  );
  add(
    asObjects(revision.reusableContents).length,
    "reusable content",
    "reusable contents",
    `${noOperation}; the text is inserted into the pages that include it`,
  );
  add(
    Object.keys(asObject(revision.variables)).length,
    "variable",
    "variables",
    "the API cannot set them",
  );
  const large = asObjects(revision.files).filter(({ size }) => Number(size) > largestUpload);
  for (const { name } of large) {
    losses.push({
      what: `the file ${JSON.stringify(asText(name))} in ${spaceTitle}`,
      why: "it exceeds the maximum upload size",
      space: key,
    });
  }
  return losses;
}

/** Upload limit of the local platform, in bytes; other platforms may accept larger files. */
const largestUpload = 1024 * 1024;

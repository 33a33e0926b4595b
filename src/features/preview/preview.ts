/** `tome preview`: serves a folder of Markdown as a site and reloads it when a file is saved. */

import { createHash } from "node:crypto";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Context, Result } from "../../context.ts";
import * as git from "../../contract/git.ts";
import type { Language } from "../../contract/languages.ts";
import * as organization from "../../contract/organization.ts";
import * as site from "../../contract/site.ts";
import * as space from "../../contract/space.ts";
import type { CheckedTexts } from "../../document/repository/check.ts";
import type { RepositoryFile } from "../../document/repository/repository-fault.ts";
import { UsageError } from "../../errors.ts";
import { FileRefusedError } from "../../files/file-rules.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { isFolderOrLink, resolvePath } from "../../files/replace-folder.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject } from "../../json/values.ts";
import { checkFolder, type FolderState } from "../check/check-folder.ts";
import { readConfiguration } from "../check/configuration.ts";
import type { RepositoryFolder } from "../check/read-repository.ts";
import { readFolder } from "../check/read-repository.ts";
import { classifyFindings, type FindingRow } from "../check/report.ts";
import { repositoryRules } from "../check/repository-rules.ts";
import { allRules } from "../check/rules.ts";
import { describeChanges, isEmpty } from "../git/report.ts";
import { pause } from "../waiting.ts";
import { browse } from "../workspace/browser.ts";
import { guessLanguage } from "./guess-language.ts";
import { watchFolder } from "./watch-folder.ts";

type PreviewServer = Awaited<ReturnType<Context["local"]["preview"]>>;

interface FolderPreviewInput {
  readonly folder?: string;
  readonly port?: number;
  readonly open?: boolean;
  readonly rules?: string;
}

const usualPort = 4630;
/** In milliseconds. Editors write a file in several steps, and several files at once. */
const debounce = 50;

export async function preview(context: Context, input: FolderPreviewInput): Promise<Result> {
  const { folder: named = ".", port = usualPort, rules } = input;
  const { terminal, choice, local } = context;
  // Registered before any data exists, so that every signal leads to a cleanup.
  const interrupted = context.interrupted();
  const folder = await requireFolder(resolve(context.cwd, named), named);
  const watch = watchFolder(folder);
  let platform: PreviewServer | undefined;
  let isOver = false;
  let underWay: Promise<unknown> = Promise.resolve();
  try {
    platform = await local.preview(port);
    const language = await readLanguage(folder);
    const { spaceId, url } = await makeSite(platform, toTitle(folder), language);
    const showing = new PreviewStatus({
      ...{ context, folder, rules, platform, spaceId },
      list: createFolderLister(folder, named),
    });
    const begin = async () => {
      await watch.follow();
      await showing.first();
    };
    underWay = begin();
    const isBegun = await Promise.race([underWay.then(() => true), interrupted.then(() => false)]);
    if (!isBegun) return undefined;
    platform.begin(url);
    const isJson = choice.format === "json" || choice.format === "ndjson";
    const record = { url, folder, pid: process.pid };
    await terminal.write(
      isJson ? `${JSON.stringify(record)}\n` : `url      ${url}\nfolder   ${folder}\n`,
    );
    showing.tellFirst();
    terminal.note("The preview reloads when a file is saved. Press Ctrl-C to stop.");
    if (input.open) await browse(context, url);
    const follow = async () => {
      for (;;) {
        await watch.next();
        if (isOver) return;
        underWay = pause(debounce).then(async () => {
          await watch.follow();
          await showing.again();
        });
        await underWay;
      }
    };
    await Promise.race([interrupted, follow()]);
    return undefined;
  } finally {
    isOver = true;
    watch.close();
    await platform?.close();
    // Pending work may fail after the platform has been closed.
    await underWay.catch(() => {});
  }
}

async function requireFolder(path: string, named: string): Promise<string> {
  if (await isFolderOrLink(path)) return resolvePath(path);
  throw new UsageError(`${named} is not a folder. Specify the folder with your Markdown.`);
}

function toTitle(folder: string): string {
  const name = basename(folder).slice(0, 50);
  return name.length < 2 ? "Docs" : name;
}

const spaceTitle = "Content of the preview";

/** The language of the table of contents and the home page. */
async function readLanguage(folder: string): Promise<Language | undefined> {
  const files = openForeignFolder(folder);
  // Files that cannot be read are reported when the folder is imported.
  const texts = await Promise.all(
    ["SUMMARY.md", "README.md"].map((name) => files.readText(name).catch(() => "")),
  );
  return guessLanguage(texts.join("\n"));
}

async function makeSite(
  { client, organization: organizationId }: PreviewServer,
  title: string,
  language: Language | undefined,
) {
  // A name keeps the URL of the site stable.
  await client.call(organization.update, { organizationId, hostname: "preview" });
  // The path of the page follows from its title, and would hide a folder of the same name at the
  // root.
  const made = await client.call(space.create, {
    ...{ organizationId, title: spaceTitle },
    ...(language && { language }),
  });
  const spaceId = String(asObject(made.value).id);
  const { value } = await client.call(site.create, {
    ...{ organizationId, title },
    visibility: "public",
    spaces: [spaceId],
  });
  const siteId = String(asObject(value).id);
  // Conditions read the claims in the URL, such as `?visitor.beta=true`.
  await client.call(site.update, { organizationId, siteId, adaptiveContent: { enabled: true } });
  const published = await client.call(site.publish, { organizationId, siteId });
  const { urls } = asObject(published.value);
  return { spaceId, url: String(asObject(urls).published).replace(/\/$/, "") };
}

interface PreviewParts {
  readonly context: Context;
  readonly folder: string;
  readonly rules: string | undefined;
  readonly list: ReturnType<typeof createFolderLister>;
  readonly platform: PreviewServer;
  readonly spaceId: string;
}

/** Current state: the last content that could be imported, and the errors of the newest content. */
class PreviewStatus {
  #revision = "";
  #failure: string | null = null;
  /** Error of the last import, which would repeat as long as the files are unchanged. */
  #importFailure: string | null = null;
  /** Content of the last import, whether or not it succeeded. */
  #commit = "";
  #findings: Findings = new Map();
  readonly #texts: CheckedTexts = new Map();
  #summary = "";

  constructor(readonly parts: PreviewParts) {}

  /** @throws UsageError for a folder that cannot be previewed */
  async first(): Promise<void> {
    // The import reads in a worker thread, so both run concurrently.
    const { content, listed } = await this.parts.list();
    await Promise.all([this.#import(listed), this.#check(content)]);
    this.#tell();
  }

  tellFirst(): void {
    const { terminal } = this.parts.context;
    if (this.#failure !== null) terminal.warn(`The preview is outdated: ${this.#failure}`);
    for (const line of cut([...this.#findings.values()], mostAtFirst)) terminal.note(line);
    terminal.note(`${this.#summary}.`);
  }

  async again(): Promise<void> {
    const { terminal } = this.parts.context;
    const before = this.#findings;
    const failedBefore = this.#failure;
    try {
      const { content, listed } = await this.parts.list();
      const done = await this.#import(listed);
      // Updating the page comes first, because it is more urgent than the findings.
      this.#tell();
      if (done !== undefined) terminal.note(done);
      await this.#check(content);
    } catch (error) {
      // A file may be deleted between listing and reading; then the folder is listed again.
      const isOfSystem = error instanceof Error && "syscall" in error;
      if (!isOfSystem && !(error instanceof UsageError)) throw error;
      this.#failure = error.message;
    }
    this.#tell();
    if (this.#failure !== null && this.#failure !== failedBefore) {
      terminal.warn(`The preview is outdated: ${this.#failure}`);
    }
    const changes = buildChanges(before, this.#findings);
    for (const line of changes) terminal.note(line);
    if (changes.length > 0) terminal.note(`${this.#summary}.`);
  }

  /** @returns a sentence about the changes; undefined if there are none or the import failed */
  async #import(listed: OfferedFolder): Promise<string | undefined> {
    const { platform, spaceId } = this.parts;
    if (listed.commit === this.#commit) {
      this.#failure = this.#importFailure;
      return undefined;
    }
    const { client } = platform;
    platform.offer(listed);
    const { url } = listed;
    await client.call(git.importRepository, { spaceId, url, ref: "refs/heads/main", force: true });
    await platform.finishJobs();
    this.#commit = listed.commit;
    const info = asObject((await client.call(git.info, { spaceId })).value);
    if (info.state !== "success") {
      this.#failure = this.#importFailure = String(info.error ?? "The import did not complete.");
      return undefined;
    }
    this.#failure = this.#importFailure = null;
    this.#revision = String(info.revision);
    const report = asObject(info.report);
    return isEmpty(report)
      ? "No visible changes."
      : `Updated the preview${describeChanges(report)}.`;
  }

  async #check(content: RepositoryFolder): Promise<void> {
    const { context, folder, rules } = this.parts;
    const previous = { content, texts: this.#texts };
    const { findings, summary } = await findIn(context, folder, rules, previous);
    this.#findings = findings;
    this.#summary = `Findings: ${summary}`;
  }

  #tell(): void {
    this.parts.platform.tell({
      revision: this.#revision,
      failure: this.#failure,
      summary: this.#summary,
      findings: cut([...this.#findings.values()], mostInBar),
    });
  }
}

/** Maximum number of findings at startup, so that they do not hide the URL, and in the bar of the page. */
const mostAtFirst = 20;
const mostInBar = 200;

/** Lines by the identity of their findings. */
type Findings = ReadonlyMap<string, string>;

interface CheckedFolder {
  readonly findings: Findings;
  /** "1 error, 2 warnings", or that there are none. */
  readonly summary: string;
}

/** @throws UsageError for an invalid configuration */
async function findIn(
  context: Context,
  folder: string,
  rules: string | undefined,
  previous: FolderState,
): Promise<CheckedFolder> {
  const options = { repo: folder, ...(rules !== undefined && { rules }) };
  const configuration = await readConfiguration(context, options, allRules);
  const { found, titles, unread } = await checkFolder(
    context,
    folder,
    repositoryRules,
    configuration,
    previous,
  );
  const today = new Date().toISOString().slice(0, 10);
  const { rows } = classifyFindings(found, repositoryRules, configuration, {
    ...{ titles, today },
    baseline: new Set(),
  });
  const counts = (["error", "warning", "notice"] as const).flatMap((level) => {
    const count = rows.filter((row) => row.level === level).length;
    return count === 0 ? [] : [formatCount(count, level)];
  });
  const refused = (unread?.findings ?? []).map(
    ({ rule, message, location }) =>
      [`${rule} ${location?.file}`, `error ${location?.file}: ${message}`] as const,
  );
  if (refused.length > 0) counts.push(formatCount(refused.length, "unreadable file"));
  return {
    findings: new Map([
      ...refused,
      ...rows.map((row) => [row.fingerprint, formatLine(row)] as const),
    ]),
    summary: counts.join(", ") || "no findings",
  };
}

function formatLine({ level, file, title, line, message }: FindingRow): string {
  return `${level} ${file ?? title}${line === null ? "" : `:${line}`}: ${message}`;
}

/** Maximum number of lines to print. */
const mostLines = 50;

/** "+ " before new findings and "- " before resolved ones. */
function buildChanges(before: Findings, now: Findings): string[] {
  const lines = [
    ...[...before].filter(([key]) => !now.has(key)).map(([, line]) => `- ${line}`),
    ...[...now].filter(([key]) => !before.has(key)).map(([, line]) => `+ ${line}`),
  ];
  return cut(lines);
}

/** The first lines, and the number of omitted ones. */
function cut(lines: readonly string[], most = mostLines): string[] {
  if (lines.length <= most) return [...lines];
  return [
    ...lines.slice(0, most),
    `and ${lines.length - most} more; to list all: tome check --repo`,
  ];
}

/** Current files of a folder, each identified by its content. */
type OfferedFolder = Parameters<PreviewServer["offer"]>[0];

/** A file as of its last reading. */
interface FileSnapshot {
  readonly stamp: string;
  readonly oid: string;
}

/**
 * @param named name for messages
 * @returns a function that lists the folder; files with unchanged metadata are not read again
 */
export function createFolderLister(folder: string, named: string) {
  let filesByPath: ReadonlyMap<string, FileSnapshot> = new Map();
  const url = pathToFileURL(folder).href;
  return async (): Promise<{
    readonly content: RepositoryFolder;
    readonly listed: OfferedFolder;
  }> => {
    const content = await readFolder(folder, named);
    const chosen = new Set(await listContentFiles(content, named));
    const now = new Map<string, FileSnapshot>();
    const looks = content.files.map(async ({ path, size, stamp = "" }) => {
      if (!chosen.has(path)) return [];
      const before = filesByPath.get(path);
      const oid = before?.stamp === stamp ? before.oid : await findFileOid(content, path);
      // A file that was deleted since the listing is skipped.
      if (oid === undefined) return [];
      now.set(path, { stamp, oid });
      return [{ path, size, oid }];
    });
    const files = (await Promise.all(looks)).flat();
    filesByPath = now;
    const commit = computeHash(JSON.stringify(files));
    return { content, listed: { url, folder, commit, files } };
  };
}

/** @returns undefined for an unreadable file, which the check reports */
async function findFileOid(
  { readBytes }: RepositoryFolder,
  path: string,
): Promise<string | undefined> {
  try {
    return computeHash(await readBytes(path));
  } catch (error) {
    if (error instanceof FileRefusedError) return undefined;
    throw error;
  }
}

/** Same length as Git object ids. */
function computeHash(bytes: Uint8Array | string): string {
  return createHash("sha1").update(bytes).digest("hex");
}

const megabyte = 1024 * 1024;

/**
 * Lists the files below the root of `.gitbook.yaml` and the files that apply to all content.
 * @returns paths relative to the folder
 * @throws UsageError above the limits of an import
 */
async function listContentFiles(
  { files, read }: RepositoryFolder,
  named: string,
): Promise<string[]> {
  const [{ readSettings, settingsName }, { layOut }, limits] = await Promise.all([
    import("../../document/repository/settings.ts"),
    import("../../document/repository/outline.ts"),
    import("../../document/repository/import-limits.ts"),
  ]);
  const settingsFile = files.find(({ path }) => path === settingsName);
  const isShort = settingsFile !== undefined && settingsFile.size <= limits.longestSettings * 4;
  const { paths } = readSettings("", isShort ? await read(settingsName) : undefined);
  const layout = layOut(files, paths);
  const chosen = new Map<string, RepositoryFile>();
  const further = files.filter(({ path }) => path === settingsName || path.startsWith(".gitbook/"));
  for (const file of [...layout.files.values(), ...further]) chosen.set(file.path, file);
  if (layout.summary) chosen.set(layout.summary.path, layout.summary);
  const size = [...chosen.values()].reduce((sum, file) => sum + file.size, 0);
  const most = limits.mostText + limits.mostBytes;
  if (size > most) {
    throw new UsageError(
      `${named} has ${Math.ceil(size / megabyte)} MB, more than the import limit of ${most / megabyte} MB. Specify the documentation folder, or set root in ${settingsName}.`,
    );
  }
  return [...chosen.keys()];
}

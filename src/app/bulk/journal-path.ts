/** Start of a journal, by default in a file whose name is derived from the items. */
import { createHash } from "node:crypto";
import { basename, dirname, join, resolve } from "node:path";
import { getMethod } from "../../contract/endpoint.ts";
import { UsageError } from "../../errors.ts";
import { FileRefusedError } from "../../files/file-rules.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { getStatePath } from "../../settings/paths.ts";
import { quoteWord } from "../parse/quote-word.ts";
import type { BulkCommand, BulkItem } from "./items.ts";
import { type BulkJournal, startJournal } from "./journal.ts";
import { readJournal } from "./journal-text.ts";
import type { KnownName } from "./known-names.ts";

/**
 * Starts the journal in the file of `--journal` or in the default file.
 * @throws UsageError if an earlier run of the same items is unfinished
 */
export async function beginJournal(
  bulk: BulkCommand,
  items: readonly BulkItem[],
  names: readonly KnownName[],
): Promise<BulkJournal> {
  const { line, typed, context } = bulk;
  const about = {
    command: line,
    platform: context.settings.baseUrl.value,
    items: items.length,
    ...(names.length > 0 && { names }),
  };
  const named = typed.shared.get("journal");
  if (typeof named === "string") return startJournal(resolve(context.cwd, named), about);
  const folder = getJournalFolder(bulk);
  const { preparePrivateFolder } = await import("../../service/engines/private-files.ts");
  await preparePrivateFolder(folder);
  const path = join(
    folder,
    `${line.replaceAll(" ", "-")}-${computeDigest(about.platform, items)}.ndjson`,
  );
  return startJournal(path, about, () => removeEarlier(path, bulk));
}

/** The names that a journal has resolved. An unreadable file is reported when it is opened. */
export async function listNames(path: string): Promise<readonly KnownName[]> {
  const text = (await readJournalText(path).catch(() => undefined)) ?? "";
  const [first = ""] = text.split("\n", 1);
  if (!first.includes('"names"')) return [];
  return readJournal(`${first}\n`, path).text.header.names ?? [];
}

/** Whether it is a default journal, which is deleted when all items are done. */
export function isDefaultJournal(path: string, bulk: BulkCommand): boolean {
  return dirname(path) === getJournalFolder(bulk);
}

function getJournalFolder({ context }: BulkCommand): string {
  return join(getStatePath(context.env), "bulk");
}

function computeDigest(platform: string, items: readonly BulkItem[]): string {
  const hash = createHash("sha256").update(platform);
  for (const { request } of items) hash.update(`\n${request}`);
  return hash.digest("hex").slice(0, 10);
}

/** Removes the journal of an earlier run, unless information would be lost. */
async function removeEarlier(path: string, { line, verb }: BulkCommand): Promise<void> {
  const text = await readJournalText(path);
  if (text === undefined) return;
  const isRepeatable =
    verb.kind !== "custom" &&
    verb.endpoints.every((one) => getMethod(one) !== "POST" && one.once !== true);
  // Without a complete first line, nothing was sent.
  if (!isRepeatable && text.includes("\n")) {
    const { header, entries } = readJournal(text, path).text;
    const begun = [...entries.values()].filter(({ is }) => is !== "failed" && is !== "waiting");
    if (begun.length > 0) {
      throw new UsageError(
        `An earlier run of tome ${line} with the same ${header.items} items, started at ${header.began}, is unfinished. A new run may repeat ${begun.length} of them. Use --resume to continue it, or --journal <another file> to start over.`,
        `Run the same command with --resume ${quoteWord(path)}`,
      );
    }
  }
  await openForeignFolder(dirname(path)).remove(basename(path));
}

/** In bytes. */
const maximumSize = 256 * 1024 * 1024;

/** @returns undefined if there is none */
async function readJournalText(path: string): Promise<string | undefined> {
  try {
    return await openForeignFolder(dirname(path)).readText(basename(path), { limit: maximumSize });
  } catch (error) {
    if (error instanceof FileRefusedError && error.fileRule === "missing") return undefined;
    throw error;
  }
}

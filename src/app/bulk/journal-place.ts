/** Where the journal of some items lies when nobody names a place: the same for the same items. */
import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { methodOf } from "../../contract/endpoint.ts";
import { UsageError } from "../../errors.ts";
import { statePath } from "../../settings/places.ts";
import type { Item, Many } from "./items.ts";
import { type Journal, startJournal } from "./journal.ts";
import { readJournal } from "./journal-text.ts";

/**
 * Begins the journal, in the file of `--journal` or at the usual place.
 * @throws UsageError where the same items were begun before, and doing them again may do them twice
 */
export async function beginJournal(many: Many, items: readonly Item[]): Promise<Journal> {
  const { line, typed, context } = many;
  const about = { command: line, platform: context.settings.baseUrl.value, items: items.length };
  const named = typed.shared.get("journal");
  if (typeof named === "string") return startJournal(resolve(context.cwd, named), about);
  const folder = journalFolder(many);
  const { preparePrivateFolder } = await import("../../service/engines/private-files.ts");
  await preparePrivateFolder(folder);
  const path = join(
    folder,
    `${line.replaceAll(" ", "-")}-${digestOf(about.platform, items)}.ndjson`,
  );
  return startJournal(path, about, () => clear(path, many));
}

/** Whether a journal lies where nobody would look for it when all is done. */
export function isUsualPlace(path: string, many: Many): boolean {
  return dirname(path) === journalFolder(many);
}

function journalFolder({ context }: Many): string {
  return join(statePath(context.env), "bulk");
}

function digestOf(platform: string, items: readonly Item[]): string {
  const hash = createHash("sha256").update(platform);
  for (const { request } of items) hash.update(`\n${request}`);
  return hash.digest("hex").slice(0, 10);
}

/** What was left from before is taken away where nothing is lost with it. */
async function clear(path: string, { line, verb }: Many): Promise<void> {
  const written = await readFile(path, "utf8").catch(() => undefined);
  if (written === undefined) return;
  const isRepeatable =
    verb.kind !== "task" &&
    verb.endpoints.every((one) => methodOf(one) !== "POST" && one.once !== true);
  // Without a whole first line nothing can have been sent.
  if (!isRepeatable && written.includes("\n")) {
    const { header, entries } = readJournal(written, path).text;
    const begun = [...entries.values()].filter(({ is }) => is !== "failed" && is !== "waiting");
    if (begun.length > 0) {
      throw new UsageError(
        `tome ${line} was begun for the same ${header.items} items at ${header.began} and not finished; doing it again may do ${begun.length} of them twice. --resume goes on with it, --journal <another file> does all anew.`,
        `Run the same command again with --resume ${path}`,
      );
    }
  }
  await rm(path, { force: true });
}

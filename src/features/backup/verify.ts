/** `tome backup verify`: compares the files of a backup with its manifest, without network access. */
import { join } from "node:path";
import type { Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import { type Finding, IncompleteError } from "../../errors.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { computeHash } from "../../json/canonical.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asText } from "../../json/values.ts";
import { formatExamined } from "../safety-checks/examined-count.ts";
import { findBackup, readAtMost, readManifestText } from "./folder.ts";
import {
  type BackupManifest,
  type FileRecord,
  isAsWritten,
  manifestName,
  readManifest,
} from "./manifest.ts";

const columns: readonly PrintedColumn[] = [
  { header: "STATUS", path: "status", as: "state" },
  { header: "FILE", path: "file", as: "title", wide: true },
  { header: "REASON", path: "why", wide: true },
];

type VerifyStatus = "damaged" | "missing" | "unknown";

interface VerifyRow extends JsonObject {
  readonly status: VerifyStatus;
  readonly file: string;
  readonly why: string;
}

export async function verify(
  context: Context,
  { folder }: { readonly folder: string },
): Promise<Result> {
  const path = await findBackup(context, folder);
  const text = await readManifestText(path);
  const manifest = isAsWritten(text) ? readManifest(text, join(folder, manifestName)) : undefined;
  const progress = context.terminal.progress(`Reading ${folder} …`);
  try {
    const faults =
      manifest === undefined
        ? [createFailedRow("damaged", manifestName, "its digest does not match")]
        : await compare(path, manifest);
    const size = manifest?.files.reduce((all, file) => all + file.size, 0) ?? 0;
    return {
      list: [faults],
      columns,
      none: `All ${manifest?.files.length} files in ${folder} match the manifest (${size} bytes).`,
      notes: () => [...formatNotes(manifest), ...formatVerifyScope(manifest, faults)],
      findings: () => faults.map(toFinding),
      unsettled: () => findUnsettled(folder, faults),
    };
  } finally {
    progress.stop();
  }
}

async function compare(path: string, manifest: BackupManifest): Promise<readonly VerifyRow[]> {
  const unlisted = new Set(await openForeignFolder(path).listFiles());
  const faults: VerifyRow[] = [];
  for (const entry of manifest.files) {
    const why = unlisted.has(entry.path) ? await findDamage(path, entry) : undefined;
    if (!unlisted.has(entry.path))
      faults.push(createFailedRow("missing", entry.path, "the file does not exist"));
    else if (why !== undefined) faults.push(createFailedRow("damaged", entry.path, why));
    unlisted.delete(entry.path);
  }
  unlisted.delete(manifestName);
  for (const name of unlisted)
    faults.push(createFailedRow("unknown", name, "it is not in the manifest"));
  return faults;
}

async function findDamage(
  root: string,
  { path, size, sha256 }: FileRecord,
): Promise<string | undefined> {
  const content = await readAtMost(root, path, size);
  if (content === undefined) return "it cannot be read or is larger than recorded";
  if (content.length !== size) return `it has ${content.length} bytes instead of ${size}`;
  return computeHash(content) === sha256 ? undefined : "its checksum does not match";
}

function createFailedRow(status: VerifyStatus, file: string, why: string): VerifyRow {
  return { status, file, why };
}

function toFinding({ status, file, why }: JsonObject): Finding {
  return {
    rule: `backup-file-${asText(status)}`,
    level: "error",
    message: `${asText(file)} is ${asText(status)}: ${asText(why)}.`,
    location: { file: asText(file) },
  };
}

function formatNotes(manifest: BackupManifest | undefined): readonly string[] {
  if (manifest === undefined) return [];
  const { cannotBeRestored, unread, end, organization } = manifest;
  const losses = cannotBeRestored.map(({ what, why }) => `- ${what}: ${why}`);
  return [
    `The backup of ${organization.title || organization.id} was completed at ${end}.`,
    ...(unread.length > 0 ? ["Could not be read for the backup:"] : []),
    ...unread.map(({ list, reason }) => `- ${list}: ${reason}`),
    "Cannot be restored:",
    ...losses,
  ];
}

/** Files of the manifest are compared by size and checksum; other files are only listed. */
function formatVerifyScope(
  manifest: BackupManifest | undefined,
  faults: readonly VerifyRow[],
): readonly string[] {
  if (manifest === undefined) return ["Examined the manifest, skipped all files."];
  const unknown = faults.filter(({ status }) => status === "unknown").length;
  return [
    formatExamined(
      [[manifest.files.length, "file"]],
      [[unknown, "file that is not in the manifest", "files that are not in the manifest"]],
    ),
  ];
}

function findUnsettled(folder: string, faults: readonly VerifyRow[]): IncompleteError | undefined {
  const [first] = faults;
  if (first === undefined) return undefined;
  const count = formatCount(faults.length, "file");
  return new IncompleteError(
    "findings",
    `${count} in ${folder} ${faults.length === 1 ? "does" : "do"} not match the manifest. First: ${first.file} is ${first.status}.`,
  );
}

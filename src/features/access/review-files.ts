/**
 * Folder of an access review: the access rows with a column for decisions, the members, and a manifest with
 * the time, the user and a digest of each file. The manifest is written last.
 */
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Context, JsonObject } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { decodeText, FileRefusedError } from "../../files/file-rules.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { isPresent } from "../../files/replace-folder.ts";
import { writeJson } from "../../json/exact-writing.ts";
import type { InputRow } from "../../json/rows.ts";
import { asObject, asText } from "../../json/values.ts";
import { describeVia } from "./columns.ts";
import type { AccessRow } from "./rows.ts";

export const accessFile = "access.csv";
export const peopleFile = "people.csv";
export const manifestFile = "manifest.json";

export const accessColumns = [
  "decision",
  "person",
  "email",
  "standing",
  "kind",
  "title",
  "role",
  "via",
  "why",
  "user",
  "thing",
] as const;

/** The columns of access.csv that tome reads; the others are for reviewers. */
export interface ReviewedRow {
  /** `review/access.csv:3`. */
  readonly at: string;
  readonly decision: string;
  readonly userId: string;
  readonly thingId: string;
  readonly person: string;
  /** The title of the resource, with its kind. */
  readonly title: string;
  /** Null for a guest. */
  readonly role: string | null;
  readonly via: string;
}

export function toAccessCells(rows: readonly AccessRow[]): readonly (readonly string[])[] {
  const lines = rows.map((row) => {
    const { user, standing, thing, role, via } = row;
    const { displayName = "", email = "", id = "" } = user ?? {};
    const cells = ["", displayName, email ?? "", standing ?? "", thing.object, thing.title];
    return [...cells, role ?? "guest", via, describeVia(row), id, thing.id];
  });
  return [accessColumns, ...lines];
}

export function toMemberCells(members: readonly JsonObject[]): readonly (readonly string[])[] {
  const header = ["person", "email", "role", "sso", "disabled", "joined", "last seen", "user"];
  const lines = members.map(({ id, user, role, sso, disabled, joinedAt, lastSeenAt }) => {
    const { displayName, email } = asObject(user);
    const flags = [sso, disabled].map((flag) => (flag === true ? "yes" : "no"));
    const times = [asText(joinedAt), asText(lastSeenAt)];
    return [asText(displayName), asText(email), asText(role) || "guest", ...flags, ...times].concat(
      asText(id),
    );
  });
  return [header, ...lines];
}

/** @throws UsageError if the folder cannot be created, or contains a review, whose decisions would be lost */
export function prepareFolder({ cwd }: Pick<Context, "cwd">, folder: string): void {
  const path = resolve(cwd, folder);
  for (const file of [accessFile, manifestFile]) {
    if (isPresent(join(path, file))) {
      throw new UsageError(
        `${folder} already contains a review (${file}). Specify another folder.`,
      );
    }
  }
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new UsageError(`Cannot create the folder ${folder}${code}. Specify another folder.`);
  }
}

/** @param texts of the files by name. @returns the manifest */
export async function writeReview(
  context: Pick<Context, "writePrivateFile">,
  folder: string,
  texts: Readonly<Record<string, string>>,
  about: JsonObject,
): Promise<JsonObject> {
  const files: Record<string, JsonObject> = {};
  for (const [name, text] of Object.entries(texts)) {
    await context.writePrivateFile(join(folder, name), text);
    files[name] = { sha256: computeDigest(text), bytes: Buffer.byteLength(text) };
  }
  const manifest = { ...about, files };
  await context.writePrivateFile(join(folder, manifestFile), `${writeJson(manifest, 2)}\n`);
  return manifest;
}

function computeDigest(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * The rows of an earlier review.
 * @throws UsageError if the folder is not a review, or access.csv has changed
 */
export async function readReview(
  context: Pick<Context, "cwd" | "parseDocument" | "readRows">,
  folder: string,
): Promise<readonly ReviewedRow[]> {
  const files = openForeignFolder(resolve(context.cwd, folder), folder);
  const about = await files.readText(manifestFile);
  const manifest = asObject(await context.parseDocument(about, join(folder, manifestFile)));
  const { sha256 } = asObject(asObject(manifest.files)[accessFile]);
  const path = join(folder, accessFile);
  const bytes = await files.readBytes(accessFile, { limit: maximumSize }).catch((error) => {
    if (!(error instanceof FileRefusedError) || error.fileRule !== "missing") throw error;
    throw new UsageError(`${folder} is not a review: it does not contain ${accessFile}.`);
  });
  if (computeDigest(bytes) !== sha256) {
    throw new UsageError(
      `${path} has changed: its digest does not match ${manifestFile}. Use an unchanged review, and record decisions in a copy of ${accessFile}.`,
    );
  }
  return readDecisions(context, path, decodeText(bytes, path));
}

/** In bytes. */
const maximumSize = 256 * 1024 * 1024;

/**
 * @param text of the file, if it was already read
 * @throws UsageError if a column is missing, or a row has no resource id
 */
export async function readDecisions(
  { readRows }: Pick<Context, "readRows">,
  path: string,
  text?: string,
): Promise<readonly ReviewedRow[]> {
  const { name, rows, columns } = await readRows(path, text);
  const needed = ["decision", "role", "via", "user", "thing"];
  const missing = needed.filter((column) => !columns.includes(column));
  if (rows.length > 0 && missing.length > 0) {
    throw new UsageError(
      `${name} has no column ${missing.join(", ")}. Record decisions in a copy of the ${accessFile} of a review.`,
      "tome access review --help",
    );
  }
  return rows.map(parseReviewedRow);
}

function parseReviewedRow(row: InputRow): ReviewedRow {
  const [userId, thingId] = [getCell(row, "user"), getCell(row, "thing")];
  if (thingId === "")
    throw new UsageError(`${row.at} has no resource id. Do not change the ids of a review.`);
  const role = getCell(row, "role").toLowerCase();
  return {
    at: row.at,
    decision: getCell(row, "decision").toLowerCase(),
    userId,
    thingId,
    person: getCell(row, "person") || userId,
    title: `the ${getCell(row, "kind") || "resource"} ${JSON.stringify(getCell(row, "title") || thingId)}`,
    role: role === "guest" ? null : role,
    via: getCell(row, "via"),
  };
}

/** The text of a cell, without the apostrophe that escapes formulas. */
function getCell(row: InputRow, column: string): string {
  return asText(row.cells.get(column))
    .trim()
    .replace(/^'(?=[=+\-@＝＋－＠])/, "");
}

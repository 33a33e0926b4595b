/**
 * The folder of a review: who has access, with a column for decisions; the people; and a manifest that
 * says when and by whom it was read, with a digest of each file. The manifest is written last.
 */
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Context, JsonObject } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { decodeText, FileRefusedError } from "../../files/file-rules.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { isPresent } from "../../files/whole-folder.ts";
import type { Row } from "../../json/rows.ts";
import { objectIn, textIn } from "../../json/values.ts";
import type { AccessRow } from "./rows.ts";
import { describeVia } from "./words.ts";

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

/** What a row of access.csv says; the rest of it is for people. */
export interface ReviewedRow {
  /** `review/access.csv:3`. */
  readonly at: string;
  readonly decision: string;
  readonly userId: string;
  readonly thingId: string;
  readonly person: string;
  /** Of the thing, with its kind. */
  readonly title: string;
  /** Null for a guest. */
  readonly role: string | null;
  readonly via: string;
}

export function accessCells(rows: readonly AccessRow[]): readonly (readonly string[])[] {
  const lines = rows.map((row) => {
    const { user, standing, thing, role, via } = row;
    const { displayName = "", email = "", id = "" } = user ?? {};
    const own = ["", displayName, email ?? "", standing ?? "", thing.object, thing.title];
    return [...own, role ?? "guest", via, describeVia(row), id, thing.id];
  });
  return [accessColumns, ...lines];
}

export function peopleCells(members: readonly JsonObject[]): readonly (readonly string[])[] {
  const header = ["person", "email", "role", "sso", "disabled", "joined", "last seen", "user"];
  const lines = members.map(({ id, user, role, sso, disabled, joinedAt, lastSeenAt }) => {
    const { displayName, email } = objectIn(user);
    const flags = [sso, disabled].map((flag) => (flag === true ? "yes" : "no"));
    const times = [textIn(joinedAt), textIn(lastSeenAt)];
    return [textIn(displayName), textIn(email), textIn(role) || "guest", ...flags, ...times].concat(
      textIn(id),
    );
  });
  return [header, ...lines];
}

/** @throws UsageError if the folder cannot be made, or holds a review: its decisions would be lost */
export function prepareFolder({ cwd }: Pick<Context, "cwd">, folder: string): void {
  const path = resolve(cwd, folder);
  for (const file of [accessFile, manifestFile]) {
    if (isPresent(join(path, file))) {
      throw new UsageError(
        `${folder} holds a review already (${file}), and its decisions would be lost; name another folder.`,
      );
    }
  }
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new UsageError(`The folder ${folder} cannot be made${code}; name another one.`);
  }
}

/** @param texts of the files by their names. @returns what the manifest says of each */
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
  await context.writePrivateFile(
    join(folder, manifestFile),
    `${JSON.stringify(manifest, undefined, 2)}\n`,
  );
  return manifest;
}

function computeDigest(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * The rows of an earlier review.
 * @throws UsageError if it is none, or is not as it was saved
 */
export async function readReview(
  context: Pick<Context, "cwd" | "parseDocument" | "readRows">,
  folder: string,
): Promise<readonly ReviewedRow[]> {
  const files = openForeignFolder(resolve(context.cwd, folder), folder);
  const about = await files.readText(manifestFile);
  const manifest = objectIn(await context.parseDocument(about, join(folder, manifestFile)));
  const { sha256 } = objectIn(objectIn(manifest.files)[accessFile]);
  const path = join(folder, accessFile);
  const bytes = await files.readBytes(accessFile, { limit: maximumSize }).catch((error) => {
    if (!(error instanceof FileRefusedError) || error.fileRule !== "missing") throw error;
    throw new UsageError(`There is no ${path}, so ${folder} is no review.`);
  });
  if (computeDigest(bytes) !== sha256) {
    throw new UsageError(
      `${path} is not as it was saved: its digest is not the one in ${manifestFile}. Compare with an unchanged copy; decisions belong into a copy of ${accessFile}.`,
    );
  }
  return readDecisions(context, path, decodeText(bytes, path));
}

/** In bytes. */
const maximumSize = 256 * 1024 * 1024;

/**
 * @param text of the file, if it was read
 * @throws UsageError if a column is missing, or a row names nobody or nothing
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
      `${name} has no column ${missing.join(", ")}; decisions are made in a copy of the ${accessFile} of a review.`,
      "tome access review --help",
    );
  }
  return rows.map(reviewedRow);
}

function reviewedRow(row: Row): ReviewedRow {
  const [userId, thingId] = [cell(row, "user"), cell(row, "thing")];
  if (thingId === "") throw new UsageError(`${row.at} names no thing; leave its ids as they were.`);
  const role = cell(row, "role").toLowerCase();
  return {
    at: row.at,
    decision: cell(row, "decision").toLowerCase(),
    userId,
    thingId,
    person: cell(row, "person") || userId,
    title: `the ${cell(row, "kind") || "thing"} ${JSON.stringify(cell(row, "title") || thingId)}`,
    role: role === "guest" ? null : role,
    via: cell(row, "via"),
  };
}

/** Without the apostrophe that keeps a spreadsheet from running it. */
function cell(row: Row, column: string): string {
  return textIn(row.cells.get(column))
    .trim()
    .replace(/^'(?=[=+\-@＝＋－＠])/, "");
}

/** Administration of the local platform's data. */

import { resolve } from "node:path";
import type { Context, JsonObject, LocalPlatform, Result } from "../../context.ts";
import { ApiError } from "../../errors.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, isObject } from "../../json/values.ts";
import { confirm } from "../confirm.ts";

export interface DatabaseFlag {
  readonly database?: string;
}

/** The local platform with the database given on the command line. */
export function requireLocalPlatform(
  { local }: Context,
  database: string | undefined,
): LocalPlatform {
  return database === undefined ? local : local.on(database);
}

export async function seed(
  context: Context,
  { file, database }: DatabaseFlag & { readonly file?: string },
): Promise<Result> {
  const local = requireLocalPlatform(context, database);
  if (file !== undefined) return load(context, local, file, "Loaded");
  await local.administer("POST", "/seed").catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    throw new ApiError(409, error.message, { hint: "tome local reset" });
  });
  await forgetIds(context, local);
  return {
    done: "Loaded the sample workspace.",
    next: context.settings.local
      ? "To list its spaces: tome space list"
      : "Commands use it with --local, such as tome space list --local. To use it in all commands: tome auth switch local",
    record: { ...resolveLocation(local), seeded: true },
  };
}

export async function reset(context: Context, { database }: DatabaseFlag): Promise<Result> {
  const local = requireLocalPlatform(context, database);
  await confirm(context, "tome local reset", () => `Delete all data in ${local.location}?`);
  await local.administer("POST", "/reset");
  await forgetIds(context, local);
  return {
    done: `Deleted all data in ${local.location}.`,
    record: { ...resolveLocation(local), reset: true },
  };
}

export async function exportData(
  context: Context,
  { file, database }: DatabaseFlag & { readonly file: string },
): Promise<Result> {
  const { cwd } = context;
  const local = requireLocalPlatform(context, database);
  const text = `${writeJson(await local.administer("GET", "/export"))}\n`;
  if (file === "-") return { text };
  await context.writePrivateFile(file, text);
  const path = resolve(cwd, file);
  return {
    done: `Exported all data to ${path}.`,
    record: { file: path, bytes: Buffer.byteLength(text) },
  };
}

export async function importData(
  context: Context,
  {
    file,
    database,
    keepOwnerTokens,
  }: DatabaseFlag & { readonly file: string; readonly keepOwnerTokens?: boolean },
): Promise<Result> {
  const local = requireLocalPlatform(context, database);
  await confirm(
    context,
    "tome local import",
    () => `Replace all data in ${local.location} with ${file}?`,
  );
  return load(context, local, file, "Imported", keepOwnerTokens);
}

async function load(
  context: Context,
  local: LocalPlatform,
  file: string,
  verb: string,
  keepOwnerTokens = false,
): Promise<Result> {
  const document = await context.readDocument(file);
  const body = isObject(document) && keepOwnerTokens ? { ...document, keepOwnerTokens } : document;
  const { droppedOwnerTokens } = asObject(await local.administer("POST", "/import", body));
  const dropped = Number(droppedOwnerTokens ?? 0);
  if (dropped > 0) {
    context.terminal.warn(
      `Skipped ${formatCount(dropped, "owner token")} in ${file} because this platform does not know ${dropped === 1 ? "it" : "them"}. To import ${dropped === 1 ? "it" : "them"}: tome local import ${file} --keep-owner-tokens`,
    );
  }
  await forgetIds(context, local);
  return {
    done: `${verb} ${file}, replacing all data in ${local.location}.`,
    record: { ...resolveLocation(local), file },
  };
}

export async function showDataPath({ local }: Context): Promise<Result> {
  return { text: `${local.folder}\n` };
}

export async function changeClock(
  context: Context,
  {
    database,
    ...options
  }: DatabaseFlag & { readonly advance?: string; readonly set?: string; readonly reset?: boolean },
): Promise<Result> {
  const local = requireLocalPlatform(context, database);
  const isRead = Object.values(options).every((value) => value === undefined);
  const result = isRead
    ? await local.administer("GET", "/clock")
    : await local.administer("POST", "/clock", { ...options } as JsonObject);
  return { record: asObject(result) };
}

/** The data is new, so cached ids, including those of a served URL, are dropped from completion. */
async function forgetIds({ idCache }: Context, local: LocalPlatform): Promise<void> {
  idCache.forgetData(local.location);
  const { url } = await local.access();
  if (url !== undefined) idCache.forgetAddress(url);
}

function resolveLocation({ folder, location, database }: LocalPlatform): JsonObject {
  return database === undefined ? { folder } : { database: location };
}

/** Locations of the local platform's file contents: the database and an object storage. */
import type { Context, Result } from "../../context.ts";
import { ApiError } from "../../errors.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, type JsonObject } from "../../json/values.ts";
import { type DatabaseFlag, requireLocalPlatform } from "./local.ts";

export async function getStatus(context: Context, { database }: DatabaseFlag): Promise<Result> {
  const local = requireLocalPlatform(context, database);
  const status = asObject(await local.administer("GET", "/storage"));
  if (context.choice.format !== undefined) return { record: status };
  const { endpoint, bucket, prefix, check } = status;
  const isConfigured = typeof endpoint === "string";
  return {
    record: {
      newFiles: status.location === "s3" ? "object storage" : "database",
      objectStorage: isConfigured
        ? `${endpoint.replace(/\/$/, "")}/${bucket}/${prefix}`
        : "not configured",
      ...(isConfigured && { check: check ?? null }),
      inDatabase: describeTotals(status.database),
      inObjectStorage: describeTotals(status.s3),
      unusedObjects: describeTotals(status.unused),
    },
  };
}

interface MoveInput extends DatabaseFlag {
  readonly to: "s3" | "database";
}

/**
 * Moves batch by batch, so that an interrupted move continues with the files that remain.
 * @throws ApiError if a file cannot be moved, after all others were moved
 */
export async function move(context: Context, { to, database }: MoveInput): Promise<Result> {
  const local = requireLocalPlatform(context, database);
  const location = to === "s3" ? "object storage" : "database";
  const problems: string[] = [];
  let [files, bytes, after] = [0, 0, ""];
  for (;;) {
    const batch = asObject(
      await local.administer("POST", "/storage/move", { to, ...(after !== "" && { after }) }),
    );
    files += Number(batch.moved);
    bytes += Number(batch.movedBytes);
    for (const problem of listProblems(batch)) problems.push(problem);
    const isStopped = Number(batch.moved) === 0 && listProblems(batch).length > 0;
    if (typeof batch.last !== "string" || isStopped) break;
    after = batch.last;
    context.terminal.note(
      `Moved ${formatCount(files, "file")}; ${formatCount(Number(batch.remaining), "file")} left.`,
    );
  }
  const [problem] = problems;
  if (problem !== undefined) {
    throw new ApiError(
      502,
      `Moved ${formatCount(files, "file")}; ${formatCount(problems.length, "file")} could not be moved: ${problem}`,
      { hint: `tome local storage move --to ${to}` },
    );
  }
  const size = formatBytes(bytes);
  return {
    done:
      files === 0
        ? `All file contents are in the ${location}.`
        : `Moved ${formatCount(files, "file")} (${size}) to the ${location}.`,
    record: { to, files, bytes },
  };
}

function listProblems({ problems }: JsonObject): string[] {
  return Array.isArray(problems)
    ? problems.map((problem) => String(asObject(problem).message))
    : [];
}

function describeTotals(totals: JsonObject[string] | undefined): string {
  const { files, bytes } = asObject(totals);
  return `${formatCount(Number(files), "file")}, ${formatBytes(Number(bytes))}`;
}

function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kibibytes = bytes / 1024;
  return kibibytes < 1024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`;
}

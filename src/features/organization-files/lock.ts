/**
 * Lock file `tome.lock.json`: the id of the resource for each key, and digests of the last applied values.
 * It contains no values, and should be committed together with the configuration files.
 */
import { join, resolve } from "node:path";
import type { Context, JsonObject, JsonValue } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { asObject, asText, isObject } from "../../json/values.ts";
import { kinds, type ResourceKind } from "./resource.ts";

export const lockName = "tome.lock.json";

/** In bytes; 100,000 resources take less. */
const maximumLockSize = 256 * 1024 * 1024;

export interface LockRecord {
  readonly kind: ResourceKind;
  readonly id: string;
  readonly protect: boolean;
  /** Removed from the files: no longer managed, but --prune may still delete it. */
  readonly left?: boolean;
  /**
   * The digest of the applied value by field name, followed by `:` and the digest of the stored value if
   * the platform stored it in another form.
   */
  readonly fields: ReadonlyMap<string, string>;
}

export interface Lock {
  /** The base URL of the platform. */
  readonly platform: string;
  readonly organization: string;
  /** The number of applies; a plan is valid for one serial. */
  readonly serial: number;
  readonly things: ReadonlyMap<string, LockRecord>;
}

/**
 * @returns undefined if the file does not exist
 * @throws UsageError if it is not a lock file, or of another version
 */
export async function readLock(context: Context, folder: string): Promise<Lock | undefined> {
  const path = join(folder, lockName);
  const files = openForeignFolder(resolve(context.cwd, folder), folder);
  if (!(await files.has(lockName))) return undefined;
  const text = await files.readText(lockName, { limit: maximumLockSize });
  let value: JsonValue | undefined;
  try {
    value = JSON.parse(text);
  } catch {
    // Reported below.
  }
  const lock = asObject(value);
  if (lock.tome !== "organization" || !isObject(lock.things)) {
    throw new UsageError(`${path} is not a valid lock file. Restore it from version control.`);
  }
  if (lock.version !== 1) {
    throw new UsageError(`${path} was written by an incompatible version of tome.`);
  }
  return {
    platform: asText(lock.platform),
    organization: asText(lock.organization),
    serial: Number(lock.serial ?? 0),
    things: new Map(
      Object.entries(lock.things).flatMap(([address, one]): [string, LockRecord][] => {
        const { kind, id, protect, left, fields } = asObject(one);
        const lockedKind = kinds.find((each) => each === kind);
        if (lockedKind === undefined || typeof id !== "string") {
          throw new UsageError(`${path} has an invalid entry: ${JSON.stringify(address)}.`);
        }
        const digests = Object.entries(asObject(fields)).map(
          ([name, digest]) => [name, asText(digest)] as const,
        );
        const locked = {
          kind: lockedKind,
          id,
          protect: protect === true,
          fields: new Map(digests),
        };
        return [[address, left === true ? { ...locked, left } : locked]];
      }),
    ),
  };
}

/** Canonical text with a stable order, so that versions of a lock can be compared. */
export function toLockText({ platform, organization, serial, things }: Lock): string {
  const inOrder = <T>(entries: Iterable<readonly [string, T]>) =>
    [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
  const entries = inOrder(things).map(([address, { kind, id, protect, left, fields }]) => {
    const digests: JsonObject = Object.fromEntries(inOrder(fields));
    const marks = { ...(protect && { protect }), ...(left && { left }) };
    return [address, { kind, id, ...marks, fields: digests }];
  });
  const lock = {
    tome: "organization",
    version: 1,
    platform,
    organization,
    serial,
    things: Object.fromEntries(entries),
  };
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

/** Writes the lock file atomically. */
export async function writeLock(context: Context, folder: string, lock: Lock): Promise<void> {
  await context.saveFile(join(folder, lockName), Buffer.from(toLockText(lock)), true);
}

/** @throws UsageError if the lock is for another platform or organization */
export function refuseOtherOrganization(
  lock: Lock | undefined,
  folder: string,
  { platform, organization }: Pick<Lock, "platform" | "organization">,
): void {
  if (lock === undefined) return;
  if (lock.platform === platform && lock.organization === organization) return;
  const isSamePlatform = lock.platform === platform;
  const expected = `${lock.organization}${isSamePlatform ? "" : ` on ${lock.platform}`}`;
  const actual = `${organization}${isSamePlatform ? "" : ` on ${platform}`}`;
  throw new UsageError(
    `${join(folder, lockName)} belongs to the organization ${expected}, not to ${actual}. To use these files for another organization, copy the folder without the lock file.`,
  );
}

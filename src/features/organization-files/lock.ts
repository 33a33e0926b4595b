/**
 * `tome.lock.json`: which thing of the platform each key stands for, and digests of what was last
 * applied. It has no values, and belongs beside the files, in the same repository.
 */
import { join, resolve } from "node:path";
import type { Context, JsonObject, JsonValue } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { isObject, objectIn, textIn } from "../../json/values.ts";
import { type Kind, kinds } from "./thing.ts";

export const lockName = "tome.lock.json";

/** In bytes; 100,000 resources take less. */
const maximumLockSize = 256 * 1024 * 1024;

export interface Locked {
  readonly kind: Kind;
  readonly id: string;
  readonly protect: boolean;
  /** No file names it any more: it is not managed, but still ours to delete. */
  readonly left?: boolean;
  /**
   * A digest of what was applied, by the name of the field; followed by `:` and the digest of what the
   * platform made of that, if it keeps another value.
   */
  readonly fields: ReadonlyMap<string, string>;
}

export interface Lock {
  /** The address of the platform. */
  readonly platform: string;
  readonly organization: string;
  /** How often something was applied; a plan is for one of these states. */
  readonly serial: number;
  readonly things: ReadonlyMap<string, Locked>;
}

/**
 * @returns undefined if there is none
 * @throws UsageError if it is none of tome, or of another version
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
    // Said below.
  }
  const lock = objectIn(value);
  if (lock.tome !== "organization" || !isObject(lock.things)) {
    throw new UsageError(`${path} is no lock of tome; get back the one that was written.`);
  }
  if (lock.version !== 1) {
    throw new UsageError(`${path} was written by another version of tome.`);
  }
  return {
    platform: textIn(lock.platform),
    organization: textIn(lock.organization),
    serial: Number(lock.serial ?? 0),
    things: new Map(
      Object.entries(lock.things).flatMap(([address, one]): [string, Locked][] => {
        const { kind, id, protect, left, fields } = objectIn(one);
        const known = kinds.find((each) => each === kind);
        if (known === undefined || typeof id !== "string") {
          throw new UsageError(`${path} is damaged at ${JSON.stringify(address)}.`);
        }
        const digests = Object.entries(objectIn(fields)).map(
          ([name, digest]) => [name, textIn(digest)] as const,
        );
        const locked = { kind: known, id, protect: protect === true, fields: new Map(digests) };
        return [[address, left === true ? { ...locked, left } : locked]];
      }),
    ),
  };
}

/** The same text for the same lock, a thing after the other, so that versions of it can be compared. */
export function toLockText({ platform, organization, serial, things }: Lock): string {
  const inOrder = <T>(entries: Iterable<readonly [string, T]>) =>
    [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
  const written = inOrder(things).map(([address, { kind, id, protect, left, fields }]) => {
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
    things: Object.fromEntries(written),
  };
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

/** Writes it whole or not at all. */
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
  const where = lock.platform === platform ? "" : ` at ${lock.platform}`;
  throw new UsageError(
    `${join(folder, lockName)} is for the organization ${lock.organization}${where}, and this is ${organization}${where === "" ? "" : ` at ${platform}`}; to make another organization like it, copy the folder without that file.`,
  );
}

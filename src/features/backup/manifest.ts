/**
 * The manifest of a backup: what it holds, with the digest and size of each file, and what cannot be
 * brought back from it. Its own last line is the digest of all before it, so that damage of any file,
 * this one included, is told by name.
 */
import type { JsonObject } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { refuseUnsafeNames } from "../../files/safe-names.ts";
import { computeHash } from "../../json/canonical.ts";
import { isObject, type JsonValue, objectIn, objectsIn, textIn } from "../../json/values.ts";

export const manifestName = "manifest.json";

/** A file of the backup. */
export interface FileRecord {
  /** Below the folder, with slashes. */
  readonly path: string;
  /** In hex. */
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
  /** What it was read from, in which state: a later backup that needs the same fetches nothing. */
  readonly source?: string;
}

/** A space of the backup. */
export interface SpaceRecord {
  /** Its name in the backup, which is its folder in `spaces/`; stays when the title changes. */
  readonly key: string;
  readonly id: string;
  readonly title: string;
  /** The revision that the content is of. */
  readonly revision: string;
  readonly pages: number;
  readonly files: number;
  /** Open ones. */
  readonly comments: number;
  /** RFC 3339; absent while the platform still has the space. */
  readonly goneSince?: string;
}

/** Something that a restore does not bring back, or not as it was. */
export interface Loss {
  readonly what: string;
  /** A clause. */
  readonly why: string;
  /** The key of the space, if it is lost only where that is restored as a new one. */
  readonly space?: string;
}

export interface About {
  /** The version that wrote it. */
  readonly tome: string;
  /** The address of the platform. */
  readonly platform: string;
  readonly organization: { readonly id: string; readonly title: string };
  /** RFC 3339. */
  readonly begin: string;
  readonly end: string;
  /** The ids of the spaces that were asked for; absent if all were. */
  readonly only?: readonly string[];
  readonly spaces: readonly SpaceRecord[];
  /** What could not be read. */
  readonly unread: readonly { readonly list: string; readonly reason: string }[];
  readonly cannotBeRestored: readonly Loss[];
}

export interface Manifest extends About {
  readonly files: readonly FileRecord[];
}

const digestLine = /,\n {2}"digest": "([0-9a-f]{64})"\n\}\n$/;

/** @returns the text of the manifest */
export function manifestText(manifest: Manifest): string {
  const text = JSON.stringify({ object: "tome-backup", version: 1, ...manifest }, undefined, 2);
  const before = text.slice(0, text.lastIndexOf("\n}"));
  return `${before},\n  "digest": "${computeHash(before)}"\n}\n`;
}

/** Whether the text is exactly what was written. */
export function isAsWritten(text: string): boolean {
  const [line, digest] = digestLine.exec(text) ?? [];
  return line !== undefined && computeHash(text.slice(0, -line.length)) === digest;
}

/** @throws UsageError if it is none, is damaged, or is of a later version */
export function readManifest(text: string, path: string): Manifest {
  const value = isAsWritten(text) ? parseObject(text) : {};
  if (value.object !== "tome-backup") {
    throw new UsageError(
      `${path} is damaged, or is no manifest of a backup: its own digest does not fit.`,
      "tome backup verify <folder>",
    );
  }
  if (value.version !== 1) {
    throw new UsageError(`${path} was written by a later version of tome; use that one.`);
  }
  const { id, title } = objectIn(value.organization);
  const files = objectsIn(value.files).map(fileRecord);
  // Whoever wrote it, nothing outside the folder is read.
  refuseUnsafeNames(files.map((file) => file.path));
  return {
    tome: textIn(value.tome),
    platform: textIn(value.platform),
    organization: { id: textIn(id), title: textIn(title) },
    begin: textIn(value.begin),
    end: textIn(value.end),
    ...(Array.isArray(value.only) && { only: value.only.map(textIn) }),
    spaces: objectsIn(value.spaces).map(spaceRecord),
    unread: objectsIn(value.unread).map(({ list, reason }) => ({
      list: textIn(list),
      reason: textIn(reason),
    })),
    cannotBeRestored: objectsIn(value.cannotBeRestored).map(({ what, why, space }) => ({
      what: textIn(what),
      why: textIn(why),
      ...(typeof space === "string" && { space }),
    })),
    files,
  };
}

function spaceRecord(value: JsonObject): SpaceRecord {
  const { key, id, title, revision, pages, files, comments, goneSince } = value;
  return {
    key: textIn(key),
    id: textIn(id),
    title: textIn(title),
    revision: textIn(revision),
    pages: Number(pages),
    files: Number(files),
    comments: Number(comments),
    ...(typeof goneSince === "string" && { goneSince }),
  };
}

/** @param value of a manifest, or a line of an unfinished backup */
export function fileRecord({ path, sha256, size, source }: JsonObject): FileRecord {
  return {
    path: textIn(path),
    sha256: textIn(sha256),
    size: Number(size),
    ...(typeof source === "string" && { source }),
  };
}

function parseObject(text: string): JsonObject {
  const value: JsonValue = JSON.parse(text);
  return isObject(value) ? value : {};
}

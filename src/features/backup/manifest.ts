/**
 * Manifest of a backup: its spaces, the checksum and size of each file, and the data that cannot be
 * restored. The last line is the digest of the preceding text, so that damage to the manifest itself is
 * detected.
 */
import type { JsonObject } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { refuseUnsafeNames } from "../../files/safe-names.ts";
import { computeHash } from "../../json/canonical.ts";
import { asObject, asObjects, asText, isObject, type JsonValue } from "../../json/values.ts";

export const manifestName = "manifest.json";

/** A file of the backup. */
export interface FileRecord {
  /** Relative to the backup folder, with slashes. */
  readonly path: string;
  /** Hexadecimal. */
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
  /** Identifies the source and its state, so that a later backup can reuse the file. */
  readonly source?: string;
}

/** A space of the backup. */
export interface SpaceRecord {
  /** The name of its folder in `spaces/`, which does not change with the title. */
  readonly key: string;
  readonly id: string;
  readonly title: string;
  /** The id of the revision in the backup. */
  readonly revision: string;
  readonly pages: number;
  readonly files: number;
  /** The number of open comments. */
  readonly comments: number;
  /** RFC 3339; absent while the space exists on the platform. */
  readonly goneSince?: string;
}

/** Data that a restore does not bring back, or brings back in another form. */
export interface Loss {
  readonly what: string;
  /** A clause. */
  readonly why: string;
  /** The key of the space, if the data is lost only when the space is restored as a new one. */
  readonly space?: string;
}

export interface ManifestHeader {
  /** The version of tome. */
  readonly tome: string;
  /** The base URL of the platform. */
  readonly platform: string;
  readonly organization: { readonly id: string; readonly title: string };
  /** RFC 3339. */
  readonly begin: string;
  readonly end: string;
  /** The ids of the selected spaces; absent for all spaces. */
  readonly only?: readonly string[];
  readonly spaces: readonly SpaceRecord[];
  /** Lists and files that could not be read. */
  readonly unread: readonly { readonly list: string; readonly reason: string }[];
  readonly cannotBeRestored: readonly Loss[];
}

export interface BackupManifest extends ManifestHeader {
  readonly files: readonly FileRecord[];
}

const digestLine = /,\n {2}"digest": "([0-9a-f]{64})"\n\}\n$/;

export function writeManifest(manifest: BackupManifest): string {
  const text = JSON.stringify({ object: "tome-backup", version: 1, ...manifest }, undefined, 2);
  const before = text.slice(0, text.lastIndexOf("\n}"));
  return `${before},\n  "digest": "${computeHash(before)}"\n}\n`;
}

/** Whether the digest of a manifest matches. */
export function isAsWritten(text: string): boolean {
  const [line, digest] = digestLine.exec(text) ?? [];
  return line !== undefined && computeHash(text.slice(0, -line.length)) === digest;
}

/** @throws UsageError if the text is not a manifest, is damaged, or has an unsupported version */
export function readManifest(text: string, path: string): BackupManifest {
  const value = isAsWritten(text) ? parseObject(text) : {};
  if (value.object !== "tome-backup") {
    throw new UsageError(
      `${path} is damaged or is not a backup manifest: its digest does not match.`,
      "tome backup verify <folder>",
    );
  }
  if (value.version !== 1) {
    throw new UsageError(`${path} was written by a later version of tome. Update tome to read it.`);
  }
  const { id, title } = asObject(value.organization);
  const files = asObjects(value.files).map(parseFileRecord);
  // A manifest from an untrusted source must not refer to files outside of the folder.
  refuseUnsafeNames(files.map((file) => file.path));
  return {
    tome: asText(value.tome),
    platform: asText(value.platform),
    organization: { id: asText(id), title: asText(title) },
    begin: asText(value.begin),
    end: asText(value.end),
    ...(Array.isArray(value.only) && { only: value.only.map(asText) }),
    spaces: asObjects(value.spaces).map(parseSpaceRecord),
    unread: asObjects(value.unread).map(({ list, reason }) => ({
      list: asText(list),
      reason: asText(reason),
    })),
    cannotBeRestored: asObjects(value.cannotBeRestored).map(({ what, why, space }) => ({
      what: asText(what),
      why: asText(why),
      ...(typeof space === "string" && { space }),
    })),
    files,
  };
}

function parseSpaceRecord(value: JsonObject): SpaceRecord {
  const { key, id, title, revision, pages, files, comments, goneSince } = value;
  return {
    key: asText(key),
    id: asText(id),
    title: asText(title),
    revision: asText(revision),
    pages: Number(pages),
    files: Number(files),
    comments: Number(comments),
    ...(typeof goneSince === "string" && { goneSince }),
  };
}

/** @param value an entry of a manifest, or a line of an unfinished backup */
export function parseFileRecord({ path, sha256, size, source }: JsonObject): FileRecord {
  return {
    path: asText(path),
    sha256: asText(sha256),
    size: Number(size),
    ...(typeof source === "string" && { source }),
  };
}

function parseObject(text: string): JsonObject {
  const value: JsonValue = JSON.parse(text);
  return isObject(value) ? value : {};
}

/**
 * Uploads: a URL that accepts one file of an announced size. Its token is in the query; without it, the
 * URL of an organization file is the URL of its contents.
 */
import { longestStorageKey, type UploadKind } from "../../../contract/font-values.ts";
import type { Role } from "../../../contract/roles.ts";
import { allows } from "../../../contract/rules.ts";
import type * as contract from "../../../contract/storage.ts";
import { ApiError } from "../../../errors.ts";
import { computeHash } from "../../../json/canonical.ts";
import { authorize, requireMembership } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { storageFolder } from "../../core/storage-folder.ts";
import { refuseBlank } from "../../core/titles.ts";
import type { Requester } from "../../jobs/principal.ts";
import { removeUnusedBlobs } from "../content/files/blobs.ts";
import { isFontType, largestFont } from "./font-file.ts";

/** In bytes; the limit of a request body. */
const largestUpload = 10 * 1024 * 1024;
/** Of an upload URL. */
const validMinutes = 15;
/** The time in which the key of an uploaded file can be used, unless the file itself is published. */
const keptHours = 24;
interface UploadLimits {
  readonly organization: number;
  /** Of a member who is not an admin. */
  readonly member: number;
  /** The last ones of the organization, for admins. */
  readonly reserved: number;
}

/** URLs that have not been used. */
const pendingLimits: UploadLimits = { organization: 100, member: 20, reserved: 20 };
/** Uploaded files and unused URLs, separately for files that are kept and for those that expire. */
const fileLimits: UploadLimits = { organization: 1000, member: 200, reserved: 200 };

export const handlers = {
  async upload({ organizationId, file, kind }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "generateStorageUploadURL");
    refuseBlank("file.name", file.name);
    refuseBadFile(file, kind);
    await removeOldUploads(call, organizationId);
    await requireFreeUpload(call, organizationId, { role, kind });
    const token = call.newId() + call.newId();
    const key = `${organizationId}/${kind}/${call.newId()}/${toKeyName(file.name)}`;
    if (key.length > longestStorageKey) throw new Error("The key of the upload is too long.");
    await call.db
      .insertInto("uploads")
      .values({
        key,
        organization_id: organizationId,
        kind,
        name: file.name,
        content_type: file.type.toLowerCase(),
        size: file.size,
        token_hash: computeHash(token),
        hash: null,
        format: null,
        principal: JSON.stringify(call.principal ?? { kind: "user", user: call.caller }),
        expires_at: new Date(call.now.getTime() + validMinutes * 60_000).toISOString(),
        created_at: call.now.toISOString(),
      })
      .execute();
    return {
      object: "storage-signed-url" as const,
      url: `${buildFileUrl(call.base, key)}?token=${token}`,
      key,
    };
  },
} satisfies Handlers<typeof contract>;

/** The URL of an organization file. */
export function buildFileUrl(base: string, key: string): string {
  return `${base}/${storageFolder}/${key}`;
}

function refuseBadFile(
  { type, size }: { readonly type: string; readonly size: number },
  kind: UploadKind,
): void {
  if (!/^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/.test(type)) {
    throw new ApiError(400, "file.type must be a MIME type such as image/png.", {
      field: "file.type",
    });
  }
  if (kind === "customization_font" && !isFontType(type)) {
    throw new ApiError(400, `file.type is ${type}, but must be the type of a font.`, {
      field: "file.type",
    });
  }
  const limit = kind === "customization_font" ? largestFont : largestUpload;
  if (size < 1 || size > limit) {
    throw new ApiError(400, `file.size must be between 1 and ${limit} bytes.`, {
      field: "file.size",
    });
  }
}

/** Characters that are plain in a URL. The random segment before it makes the key unique. */
function toKeyName(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, "-").slice(-100);
  return /^\.*$/.test(plain) ? "file" : plain;
}

/** Removes URLs that have expired, and files whose keys have. */
async function removeOldUploads({ db, now }: Call, organizationId: string): Promise<void> {
  const until = new Date(now.getTime() - keptHours * 60 * 60_000).toISOString();
  const old = await db
    .selectFrom("uploads")
    .select(["key", "hash"])
    .where("organization_id", "=", organizationId)
    .where((is) =>
      is.or([
        is.and([is("hash", "is", null), is("expires_at", "<", now.toISOString())]),
        is.and([is("kind", "<>", "organization_file"), is("expires_at", "<", until)]),
      ]),
    )
    .limit(pendingLimits.organization)
    .execute();
  for (const { key, hash } of old) {
    await db.deleteFrom("uploads").where("key", "=", key).execute();
    if (hash !== null) await removeUnusedBlobs(db, [hash]);
  }
}

interface Uploader {
  readonly user: string;
  readonly isAdmin: boolean;
}

/**
 * No member can use up the uploads of the organization.
 * @throws ApiError 429 for too many unused URLs, 409 for too many files
 */
async function requireFreeUpload(
  { db, caller }: Call,
  organizationId: string,
  { role, kind }: { readonly role: Role | null; readonly kind: UploadKind },
): Promise<void> {
  const uploader = { user: caller, isAdmin: allows(role, "updateOrganizationById") };
  const uploads = await db
    .selectFrom("uploads")
    .select(["hash", "principal", "kind"])
    .where("organization_id", "=", organizationId)
    .execute();
  const pending = uploads.filter(({ hash }) => hash === null);
  const pendingExcess = findExcess(pending, pendingLimits, uploader);
  if (pendingExcess) {
    const { holder, limit } = pendingExcess;
    throw new ApiError(
      429,
      `${holder} ${limit} unused upload URLs, which is the limit. Use them, or retry in ${validMinutes} minutes.`,
    );
  }
  // Organization files are kept and cannot be deleted, so they must not use up the room for fonts.
  const files = uploads.filter((one) => isKept(one.kind) === isKept(kind));
  const fileExcess = findExcess(files, fileLimits, uploader);
  if (fileExcess) {
    const { holder, limit } = fileExcess;
    throw new ApiError(
      409,
      `${holder} ${limit} uploaded files, which is the limit${uploader.isAdmin ? "" : ". An admin can upload more"}.`,
    );
  }
}

function isKept(kind: string): boolean {
  return kind === "organization_file";
}

function findExcess(
  uploads: readonly { readonly principal: string }[],
  limits: UploadLimits,
  { user, isAdmin }: Uploader,
): { readonly holder: string; readonly limit: number } | undefined {
  const limit = limits.organization - (isAdmin ? 0 : limits.reserved);
  if (uploads.length >= limit) return { holder: "The organization has", limit };
  if (isAdmin) return undefined;
  const own = uploads.filter(({ principal }) => getUser(principal) === user);
  return own.length >= limits.member ? { holder: "You have", limit: limits.member } : undefined;
}

/** The user on whose behalf the upload URL was created. */
function getUser(principal: string): string {
  const { user }: Requester = JSON.parse(principal);
  return user;
}

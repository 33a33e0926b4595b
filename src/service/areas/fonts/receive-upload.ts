/** Requests of upload URLs: receives the file, and returns the contents of organization files. */
import { timingSafeEqual } from "node:crypto";
import type { WireResponse } from "../../../contract/wire.ts";
import { ApiError } from "../../../errors.ts";
import { computeHash } from "../../../json/canonical.ts";
import { authorize, findMembership } from "../../core/access/access.ts";
import { findTokenHolder } from "../../core/access/token-holders.ts";
import { opensNothing } from "../../core/downloads.ts";
import type { PublicHandler, PublicRequest } from "../../core/public-route.ts";
import type { Queries } from "../../database/tables.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { UserPrincipal } from "../../jobs/principal.ts";
import { encodeFile, openContents, putContents } from "../content/files/blobs.ts";
import { uploadContents } from "../content/files/upload.ts";
import type { UploadTable } from "../sites/customization/font-tables.ts";
import { readFontFormat } from "./font-file.ts";

/**
 * Stores the file, once.
 * @throws ApiError 404 for an unknown URL, or if the user may no longer upload; 410 for one that is
 * used or has expired; 400, 413 or 415 for another file than announced
 */
export const receiveUpload: PublicHandler = async (request) => {
  const upload = await requireUpload(request, request.db);
  const bytes = readBody(request, upload);
  const format = upload.kind === "customization_font" ? readFontFormat(bytes) : null;
  const encoded = encodeFile(bytes);
  const { db, now, newId } = request;
  if (newId === undefined) throw new Error("The route of uploads creates no ids.");
  await uploadContents({ db, now, newId }, [encoded]);
  await inTransaction(db, async (transaction) => {
    // Another request may have used the URL, or the user may have lost the role meanwhile.
    await requireUpload(request, transaction);
    await putContents(transaction, encoded);
    await transaction
      .updateTable("uploads")
      .set({ hash: encoded.hash, format })
      .where("key", "=", upload.key)
      .execute();
  });
  return {
    status: 200,
    headers: { "cache-control": "no-store", "content-type": "text/plain; charset=utf-8" },
    body: "",
  };
};

async function requireUpload(
  request: Pick<PublicRequest, "now" | "path" | "query">,
  db: Queries,
): Promise<UploadTable> {
  const { now, path, query } = request;
  const upload = await findUpload(db, path.key ?? "");
  const token = computeHash(query.get("token") ?? "");
  if (!upload || !timingSafeEqual(Buffer.from(token), Buffer.from(upload.token_hash))) {
    throw opensNothing();
  }
  if (upload.hash !== null) {
    throw new ApiError(410, "A file has been uploaded to this URL. Request a new one.");
  }
  if (upload.expires_at <= now.toISOString()) {
    throw new ApiError(410, "This URL has expired. Request a new one.");
  }
  await requirePermission(db, upload, now);
  return upload;
}

function findUpload(db: Queries, key: string): Promise<UploadTable | undefined> {
  return db.selectFrom("uploads").selectAll().where("key", "=", key).executeTakeFirst();
}

/** @throws ApiError 404 if the user or the token may no longer create the URL */
async function requirePermission(
  db: Queries,
  { organization_id: organization, principal }: UploadTable,
  now: Date,
): Promise<void> {
  const { user, token }: UserPrincipal = JSON.parse(principal);
  const holder = token && (await findTokenHolder(db, token, now));
  if (token && holder?.user !== user) throw opensNothing();
  const membership = await findMembership(
    { db, caller: user, boundTo: holder?.boundTo },
    organization,
  );
  if (!membership) throw opensNothing();
  authorize(membership.role, "generateStorageUploadURL");
}

function readBody({ request }: PublicRequest, { size, content_type }: UploadTable): Uint8Array {
  const bytes = request.bytes ?? new TextEncoder().encode(request.body ?? "");
  const [type = ""] = (request.headers["content-type"] ?? "").split(";");
  const announced = content_type.split(";")[0] ?? "";
  if (type.trim() !== "" && type.trim().toLowerCase() !== announced) {
    throw new ApiError(415, `The content type is ${type.trim()}, but ${announced} was announced.`);
  }
  if (bytes.byteLength === size) return bytes;
  const message = `The file has ${bytes.byteLength} bytes, but ${size} were announced.`;
  throw new ApiError(bytes.byteLength > size ? 413 : 400, message);
}

/** Types that a browser displays without running scripts. */
const inlineTypes =
  /^(?:image\/[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)$/;

/**
 * The contents of an organization file, which are public like the logos and images for which they are
 * uploaded. The key contains a random segment.
 * @throws ApiError 404
 */
export const openOrganizationFile: PublicHandler = async ({ db, path }) => {
  const upload = await findUpload(db, path.key ?? "");
  if (upload?.kind !== "organization_file" || upload.hash === null) throw opensNothing();
  const isInline = inlineTypes.test(upload.content_type);
  return buildContentsResponse(db, upload.hash, {
    "content-type": isInline ? upload.content_type : "application/octet-stream",
    // Prevents scripts from running if a browser displays it as a page.
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    "content-disposition": `${isInline ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(upload.name)}`,
  });
};

/**
 * The response for a URL whose contents never change.
 * @throws ApiError 404, and those of the object storage
 */
export async function buildContentsResponse(
  db: Queries,
  hash: string,
  headers: WireResponse["headers"],
): Promise<WireResponse> {
  const contents = await openContents(db, hash);
  if (!contents) throw opensNothing();
  return {
    status: 200,
    headers: {
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-length": String(contents.size),
      ...headers,
    },
    body: contents.body,
  };
}

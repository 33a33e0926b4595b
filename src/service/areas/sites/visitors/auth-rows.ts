/** Visitor authentication settings of sites, with the encrypted key that signs visitor tokens. */
import { createHash } from "node:crypto";
import { ApiError } from "../../../../errors.ts";
import type { Call } from "../../../core/handlers.ts";
import type { Queries } from "../../../database/tables.ts";
import type { SiteAuthTable } from "../tables.ts";

export async function findAuth(db: Queries, siteId: string): Promise<SiteAuthTable | undefined> {
  return db.selectFrom("site_auth").selectAll().where("site_id", "=", siteId).executeTakeFirst();
}

/** Creates the settings and the key on first use. */
export async function ensureAuth(call: Call, siteId: string): Promise<SiteAuthTable> {
  const existing = await findAuth(call.db, siteId);
  if (existing) return existing;
  const row = {
    site_id: siteId,
    fallback_url: null,
    logout_url: null,
    backend: null,
    sealed_key: await createVisitorKey(call, siteId),
  };
  // Of two concurrent requests, the first one determines the key.
  await call.db
    .insertInto("site_auth")
    .values(row)
    .onConflict((conflict) => conflict.column("site_id").doNothing())
    .execute();
  return (await findAuth(call.db, siteId)) ?? row;
}

function getPurpose(siteId: string): string {
  return `visitors of site ${siteId}`;
}

/** Derives 32 bytes from two ids, which are reproducible with a seed. Two ids contain 238 random bits. */
export async function createVisitorKey(
  { secretBox, newId }: Call,
  siteId: string,
): Promise<string> {
  const key = createHash("sha256").update(`${newId()} ${newId()}`).digest("base64url");
  return secretBox.seal(key, getPurpose(siteId));
}

/** @returns undefined if the key was encrypted by another installation */
export async function openKey(
  { secretBox }: Pick<Call, "secretBox">,
  { site_id: siteId, sealed_key }: SiteAuthTable,
): Promise<string | undefined> {
  return secretBox.open(sealed_key, getPurpose(siteId)).catch((): undefined => undefined);
}

/** @throws ApiError 409 if the key was encrypted by another installation */
export async function requireKey(
  call: Pick<Call, "secretBox">,
  row: SiteAuthTable,
): Promise<string> {
  const key = await openKey(call, row);
  if (key !== undefined) return key;
  throw new ApiError(
    409,
    `The private key of site ${row.site_id} was encrypted by another installation. Regenerate it.`,
    { field: "siteId", hint: `tome site auth regenerate ${row.site_id}` },
  );
}

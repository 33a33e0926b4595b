/** How the visitors of docs sites sign in, as rows, and the key of each site that signs their tokens. */
import { createHash } from "node:crypto";
import { Problem } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import type { Queries } from "../../database/tables.ts";
import type { SiteAuthTable } from "./tables.ts";

export async function findAuth(db: Queries, siteId: string): Promise<SiteAuthTable | undefined> {
  return db.selectFrom("site_auth").selectAll().where("site_id", "=", siteId).executeTakeFirst();
}

/** The key is made when it is first asked for. */
export async function ensureAuth(call: Call, siteId: string): Promise<SiteAuthTable> {
  const known = await findAuth(call.db, siteId);
  if (known) return known;
  const row = {
    site_id: siteId,
    fallback_url: null,
    logout_url: null,
    backend: null,
    sealed_key: await newKey(call, siteId),
  };
  // Of two requests that find none, the first one's key counts.
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

/** 32 bytes out of ids, which repeat on a platform that is told to; two of them have 238 bits of chance. */
export async function newKey({ secretBox, newId }: Call, siteId: string): Promise<string> {
  const key = createHash("sha256").update(`${newId()} ${newId()}`).digest("base64url");
  return secretBox.seal(key, getPurpose(siteId));
}

/** @returns absent if the data came from another installation, whose keys this one has not */
export async function openKey(
  { secretBox }: Pick<Call, "secretBox">,
  { site_id: siteId, sealed_key }: SiteAuthTable,
): Promise<string | undefined> {
  return secretBox.open(sealed_key, getPurpose(siteId)).catch((): undefined => undefined);
}

/** @throws Problem 409 if the data came from another installation */
export async function requireKey(
  call: Pick<Call, "secretBox">,
  row: SiteAuthTable,
): Promise<string> {
  const key = await openKey(call, row);
  if (key !== undefined) return key;
  throw new Problem(
    409,
    `The private key of docs site ${row.site_id} was encrypted by another installation; regenerate it.`,
    { field: "siteId", hint: `tome site auth regenerate ${row.site_id}` },
  );
}

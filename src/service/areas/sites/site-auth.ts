/** The handlers of how visitors of docs sites sign in. */
import { createHash } from "node:crypto";
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/site-auth.ts";
import { Problem } from "../../../errors.ts";
import { authorize } from "../../core/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { requireSite } from "./queries.ts";
import type { SiteAuthTable } from "./tables.ts";

export const handlers = {
  /** The key is made when it is first asked for. */
  async get({ organizationId, siteId }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "getSitePublishingAuthById");
    return presentAuth(call, await ensureAuth(call, siteId));
  },

  async update({ organizationId, siteId, backend, fallbackURL, logoutURL }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "updateSitePublishingAuthById");
    if (backend === "integration") {
      throw new Problem(
        400,
        "backend integration needs an integration on the site that signs visitors in, and there is none; give custom, and sign them in by a server of your own.",
        { field: "backend" },
      );
    }
    refuseOtherSchemes({ fallbackURL, logoutURL });
    const row = await ensureAuth(call, siteId);
    const changed: SiteAuthTable = {
      ...row,
      ...(fallbackURL !== undefined && { fallback_url: fallbackURL }),
      ...(logoutURL !== undefined && { logout_url: logoutURL }),
    };
    await call.db.updateTable("site_auth").set(changed).where("site_id", "=", siteId).execute();
    return presentAuth(call, changed);
  },

  async regenerate({ organizationId, siteId }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "regenerateSitePublishingAuthById");
    const row = await ensureAuth(call, siteId);
    const changed = { ...row, sealed_key: await newKey(call, siteId) };
    await call.db.updateTable("site_auth").set(changed).where("site_id", "=", siteId).execute();
    return presentAuth(call, changed);
  },
} satisfies Handlers<typeof contract>;

function refuseOtherSchemes(addresses: Readonly<Record<string, string | null | undefined>>): void {
  for (const [field, address] of Object.entries(addresses)) {
    if (typeof address !== "string" || /^https?:$/.test(new URL(address).protocol)) continue;
    throw new Problem(400, `${field} must begin with https:// or http://.`, { field });
  }
}

async function ensureAuth(call: Call, siteId: string): Promise<SiteAuthTable> {
  const known = await findAuth(call, siteId);
  if (known) return known;
  const row = {
    site_id: siteId,
    fallback_url: null,
    logout_url: null,
    sealed_key: await newKey(call, siteId),
  };
  // Of two requests that find none, the first one's key counts.
  await call.db
    .insertInto("site_auth")
    .values(row)
    .onConflict((conflict) => conflict.column("site_id").doNothing())
    .execute();
  return (await findAuth(call, siteId)) ?? row;
}

async function findAuth({ db }: Call, siteId: string): Promise<SiteAuthTable | undefined> {
  return db.selectFrom("site_auth").selectAll().where("site_id", "=", siteId).executeTakeFirst();
}

function purposeOf(siteId: string): string {
  return `visitors of site ${siteId}`;
}

/** 32 bytes out of ids, which repeat on a platform that is told to; two of them have 238 bits of chance. */
async function newKey({ secretBox, newId }: Call, siteId: string): Promise<string> {
  const key = createHash("sha256").update(`${newId()} ${newId()}`).digest("base64url");
  return secretBox.seal(key, purposeOf(siteId));
}

/** @throws Problem 409 if the data came from another installation, whose keys it has not */
async function presentAuth(call: Call, row: SiteAuthTable): Promise<Output<typeof contract.get>> {
  const { site_id: siteId } = row;
  const privateKey = await call.secretBox
    .open(row.sealed_key, purposeOf(siteId))
    .catch((): undefined => undefined);
  if (privateKey === undefined) {
    throw new Problem(
      409,
      `The private key of docs site ${siteId} was encrypted by another installation; regenerate it.`,
      { field: "siteId", hint: `tome site auth regenerate ${siteId}` },
    );
  }
  return {
    object: "publishing-auth",
    backend: "custom",
    privateKey,
    fallbackURL: row.fallback_url ?? undefined,
    logoutURL: row.logout_url ?? undefined,
  };
}

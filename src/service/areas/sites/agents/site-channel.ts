/**
 * Handlers for the agent channels of sites. The platform is connected to no other program, so a channel
 * stays pending.
 */
import type { Output } from "../../../../contract/endpoint.ts";
import { type ChannelType, channelLimits } from "../../../../contract/site-agent-values.ts";
import type * as contract from "../../../../contract/site-channel.ts";
import { ApiError } from "../../../../errors.ts";
import { authorize, createNotFoundError } from "../../../core/access/access.ts";
import type { Call, Handlers } from "../../../core/handlers.ts";
import { buildPage, countSelected, inOrder } from "../../../core/pages.ts";
import { requireSite } from "../queries.ts";
import type { SiteChannelTable } from "../tables.ts";

/** Maximum number of channels of a site. */
const maxChannels = 100;

export const handlers = {
  /** Ordered by age, oldest first. */
  async list({ organizationId, siteId, page, limit }, call) {
    await requireSite(call, organizationId, siteId);
    return buildPage<SiteChannelTable, Output<typeof contract.get>>({
      list: JSON.stringify(["channels", siteId]),
      page,
      limit,
      read: (after, take) =>
        call.db
          .selectFrom("site_channels")
          .selectAll()
          .where("site_id", "=", siteId)
          .$call((query) => inOrder(query, ["created_at", "id"], after))
          .limit(take)
          .execute(),
      count: () => countChannels(call, siteId),
      key: (row) => [row.created_at, row.id],
      show: (row) => presentChannel(row, organizationId, call),
    });
  },

  async get({ organizationId, siteId, siteChannelId: id }, call) {
    await requireSite(call, organizationId, siteId);
    return presentChannel(await requireChannel(call, siteId, id), organizationId, call);
  },

  async create({ organizationId, siteId, type, setupSettings, role = "support" }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "createSiteChannel");
    if ((await countChannels(call, siteId)) >= maxChannels) {
      throw new ApiError(
        409,
        `The site has reached the limit of ${maxChannels} channels. Delete some first.`,
      );
    }
    const row: SiteChannelTable = {
      id: call.newId(),
      site_id: siteId,
      type,
      settings: formatSettings(type, setupSettings),
      role,
      created_at: call.now.toISOString(),
    };
    await call.db.insertInto("site_channels").values(row).execute();
    return presentChannel(row, organizationId, call);
  },

  async update({ organizationId, siteId, siteChannelId: id, type, setupSettings, role }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "updateSiteChannelById");
    const row = await requireChannel(call, siteId, id);
    if (type !== undefined && type !== row.type) {
      throw new ApiError(
        400,
        `The channel has the type ${row.type}, which cannot be changed. Create another channel.`,
        { field: "type" },
      );
    }
    const changes = {
      ...(setupSettings !== undefined && { settings: formatSettings(row.type, setupSettings) }),
      ...(role !== undefined && { role }),
    };
    if (Object.keys(changes).length > 0) {
      await call.db.updateTable("site_channels").set(changes).where("id", "=", id).execute();
    }
    return presentChannel({ ...row, ...changes }, organizationId, call);
  },

  async remove({ organizationId, siteId, siteChannelId: id }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "deleteSiteChannelById");
    if (!(await findChannel(call, siteId, id))) return false;
    await call.db.deleteFrom("site_channels").where("id", "=", id).execute();
    return true;
  },
} satisfies Handlers<typeof contract>;

/** @throws ApiError 400 for the limits of another type */
function formatSettings(
  type: ChannelType,
  settings: Readonly<Record<string, readonly string[] | undefined>>,
): string {
  const allowed = channelLimits[type];
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined || name === allowed) continue;
    throw new ApiError(400, `setupSettings.${name} is not a setting of ${type}. Use ${allowed}.`, {
      field: "setupSettings",
    });
  }
  return JSON.stringify(settings);
}

function countChannels({ db }: Call, siteId: string): Promise<number> {
  return countSelected(db.selectFrom("site_channels").where("site_id", "=", siteId));
}

async function findChannel(
  { db }: Call,
  siteId: string,
  id: string,
): Promise<SiteChannelTable | undefined> {
  return db
    .selectFrom("site_channels")
    .selectAll()
    .where("id", "=", id)
    .where("site_id", "=", siteId)
    .executeTakeFirst();
}

/** @throws ApiError 404 */
async function requireChannel(call: Call, siteId: string, id: string): Promise<SiteChannelTable> {
  const row = await findChannel(call, siteId, id);
  if (!row) throw createNotFoundError("channel", id, "siteChannelId");
  return row;
}

function presentChannel(
  { id, site_id, type, settings, role, created_at }: SiteChannelTable,
  organizationId: string,
  { base }: Pick<Call, "base">,
): Output<typeof contract.get> {
  return {
    object: "site-channel",
    id,
    type,
    setupSettings: JSON.parse(settings),
    status: "pending",
    role,
    // Only an agent answers in a channel.
    answers: 0,
    createdAt: created_at,
    urls: { location: `${base}/v1/orgs/${organizationId}/sites/${site_id}/channels/${id}` },
  };
}

/** Handlers for organizations. */
import { sql } from "kysely";
import type * as contract from "../../../contract/organization.ts";
import { ApiError } from "../../../errors.ts";
import {
  authorize,
  createNotFoundError,
  findMembership,
  ownsTeam,
  requireMembership,
} from "../../core/access/access.ts";
import { claimDomains, findDomainOwner, ownsDomain } from "../../core/domains.ts";
import { getEmailDomain, normalizeDomain, normalizeDomains } from "../../core/email-domains.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { buildPage, inOrder, listRowsWithTexts } from "../../core/pages.ts";
import {
  createOrganizationRow,
  presentOrganization,
  presentToStranger,
} from "../../core/rows/organization-rows.ts";
import { containsText } from "../../core/texts.ts";
import { refuseBlank } from "../../core/titles.ts";
import type { OrganizationTable } from "../../database/tables.ts";
import {
  enroll,
  isDisabledMember,
  isFormerMember,
  refuseUnlessSignedIn,
} from "../people/members/enroll.ts";

export const handlers = {
  /** Ordered by age, oldest first. */
  async list(options, call) {
    return buildPage({
      ...options,
      list: "organizations",
      ...listRowsWithTexts(
        (after, take) =>
          call.db
            .selectFrom("organizations")
            .innerJoin("members", "members.organization_id", "organizations.id")
            .selectAll("organizations")
            .select(["members.role", ownsTeam.as("owns_team")])
            .where("members.user_id", "=", call.caller)
            .where("members.disabled", "=", 0)
            .$if(call.boundTo !== undefined, (query) =>
              query.where("organizations.id", "=", call.boundTo ?? ""),
            )
            .$call((query) =>
              inOrder(query, ["organizations.created_at", "organizations.id"], after),
            )
            .limit(take),
        ["organizations.email_domains"],
      ),
      key: (row) => [row.created_at, row.id],
      show: (row) => presentOrganization(row, row, call.base),
    });
  },

  async create({ title, emailDomains = [] }, call) {
    refuseBlank("title", title);
    const now = call.now.toISOString();
    const domains = normalizeDomains(emailDomains);
    const row = createOrganizationRow(call.newId(), title, domains, now);
    await call.db.insertInto("organizations").values(row).execute();
    await claimDomains(call, row.id, domains);
    await call.db
      .insertInto("members")
      .values({
        organization_id: row.id,
        user_id: call.caller,
        role: "admin",
        disabled: 0,
        sso: 0,
        joined_at: now,
        last_seen_at: null,
      })
      .execute();
    return presentOrganization(row, { role: "admin", owns_team: 0 }, call.base);
  },

  async get({ organizationId }, call) {
    const membership = await requireMembership(call, organizationId);
    return presentOrganization(
      await requireOrganization(call, organizationId),
      membership,
      call.base,
    );
  },

  async update({ organizationId, ...changes }, call) {
    const membership = await requireMembership(call, organizationId);
    authorize(membership.role, "updateOrganizationById");
    const { updateOrganization } = await import("./update-organization.ts");
    await updateOrganization(call, organizationId, changes);
    return presentOrganization(
      await requireOrganization(call, organizationId),
      membership,
      call.base,
    );
  },

  async join({ organizationId }, call) {
    if (await findMembership(call, organizationId)) return undefined;
    const { email } = await call.db
      .selectFrom("users")
      .select("email")
      .where("id", "=", call.caller)
      .executeTakeFirstOrThrow();
    // The local platform sends no mail and cannot verify email addresses, so it accepts all of them.
    const domain = getEmailDomain(email);
    const organization =
      domain === undefined ? undefined : await findJoinable(call, organizationId, domain);
    // The error is the same for an unknown organization, so that its existence is not disclosed.
    if (!organization || (await isDisabledMember(call, organizationId))) {
      throw new ApiError(
        400,
        `No organization ${organizationId} allows users with the email domain ${domain ?? email} to join. Check the id, or ask one of its admins for an invite.`,
        { field: "organizationId" },
      );
    }
    await refuseUnlessSignedIn(call, organization);
    if (await isFormerMember(call.db, organizationId, call.caller)) {
      throw new ApiError(
        403,
        "An admin removed you from the organization. Ask one of its admins for an invite.",
      );
    }
    await enroll(call, organization, { user: call.caller, role: organization.default_role });
    return undefined;
  },

  async deleteInvite({ organizationId, inviteId }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "deleteOrganizationInviteById");
    const { numDeletedRows } = await call.db
      .deleteFrom("link_invites")
      .where("id", "=", inviteId)
      .where("organization_id", "=", organizationId)
      .executeTakeFirst();
    return numDeletedRows > 0;
  },

  async forDomain({ emailDomain }, call) {
    const domain = normalizeDomain(emailDomain);
    if (domain === undefined) {
      throw new ApiError(
        400,
        "emailDomain is not a valid domain name. Use a name such as example.com.",
        {
          field: "emailDomain",
        },
      );
    }
    const owner = await findDomainOwner(call.db, domain);
    if (owner === undefined) return { organizations: [] };
    const row = await call.db
      .selectFrom("organizations")
      .selectAll()
      .where("id", "=", owner)
      // The quotation marks prevent a match with part of another domain.
      .where(containsText(sql`email_domains`, JSON.stringify(domain)))
      .executeTakeFirst();
    if (!row) return { organizations: [] };
    const membership = await findMembership(call, owner);
    return {
      organizations: [
        membership
          ? presentOrganization(row, membership, call.base)
          : presentToStranger(row, domain, call.base),
      ],
    };
  },

  async search({ organizationId, ...options }, call) {
    const { role } = await requireMembership(call, organizationId);
    const { searchOrganization } = await import("../content/search/search.ts");
    return searchOrganization(call, organizationId, role, options);
  },
} satisfies Handlers<typeof contract>;

/** @returns the organization if it owns the email domain and allows its users to join */
async function findJoinable(
  { db }: Call,
  id: string,
  domain: string,
): Promise<OrganizationTable | undefined> {
  const row = await db
    .selectFrom("organizations")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  const allowedDomains: readonly string[] = row ? JSON.parse(row.email_domains) : [];
  return allowedDomains.includes(domain) && (await ownsDomain(db, id, domain)) ? row : undefined;
}

/** @throws ApiError 404 if the organization does not exist */
async function requireOrganization(call: Call, id: string): Promise<OrganizationTable> {
  const row = await call.db
    .selectFrom("organizations")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw createNotFoundError("organization", id, "organizationId");
  return row;
}

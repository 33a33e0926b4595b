/** Handlers for members, including the lists of a member's spaces and teams. */
import type { Input } from "../../../../contract/endpoint.ts";
import type * as contract from "../../../../contract/member.ts";
import type { list } from "../../../../contract/member.ts";
import type { Role } from "../../../../contract/roles.ts";
import { authorize, requireMembership } from "../../../core/access/access.ts";
import { createViewer, readRole, selectDecision } from "../../../core/access/precedence.ts";
import { isVisibleTo } from "../../../core/access/visible.ts";
import { type Call, type Handlers, withSnapshot } from "../../../core/handlers.ts";
import { buildPage, countListed, inOrder } from "../../../core/pages.ts";
import { addPublishedUrls } from "../../../core/rows/published-urls.ts";
import { presentSpace, selectSpaces } from "../../../core/rows/space-rows.ts";
import { listMemberTeams } from "../teams/list-teams.ts";
import { changeRole, removeMember, setDisabled } from "./change-member.ts";
import { recordFormerMember } from "./enroll.ts";
import { toMemberOrder } from "./member-order.ts";
import {
  type MemberRow,
  presentMember,
  requireMember,
  requireMemberRow,
  selectMembers,
} from "./member-rows.ts";
import { toTextFilter } from "./text-filter.ts";
import { encodeVisitorClaims } from "./visitor-claims.ts";

export const handlers = {
  list: withSnapshot(async (options, call) => {
    const { role } = await requireMembership(call, options.organizationId);
    authorize(role, "listMembersInOrganizationById");
    return listMembers(call, options);
  }),

  get: withSnapshot(async ({ organizationId, userId }, call) => {
    const rule = "getMemberInOrganizationById";
    return presentMember(await requireMember(call, organizationId, userId, rule), call.base);
  }),

  async update({ organizationId, userId, role: newRole, disabled }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "updateMemberInOrganizationById");
    const member = await requireMemberRow(call.db, organizationId, userId);
    // Enables the member first: an enabled admin counts as a remaining admin in the checks below.
    if (disabled === false) await setDisabled(call.db, member, false);
    if (newRole !== undefined) await changeRole(call.db, member, newRole);
    if (disabled === true) {
      const updatedMember = await requireMemberRow(call.db, organizationId, userId);
      await setDisabled(call.db, updatedMember, true);
    }
    return presentMember(await requireMemberRow(call.db, organizationId, userId), call.base);
  },

  /** Every member may leave an organization. */
  async remove({ organizationId, userId }, call) {
    const { role } = await requireMembership(call, organizationId);
    const who = userId === call.caller ? (["person themselves"] as const) : [];
    authorize(role, "removeMemberFromOrganizationById", { who });
    const member = await selectMembers(call.db, organizationId)
      .where("members.user_id", "=", userId)
      .executeTakeFirst();
    if (!member) return false;
    await removeMember(call.db, member);
    if (userId !== call.caller) await recordFormerMember(call, organizationId, userId);
    return true;
  },

  async sso({ organizationId, userId }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "setUserAsSSOMemberForOrganization");
    await requireMemberRow(call.db, organizationId, userId);
    await call.db
      .updateTable("members")
      .set({ sso: 1 })
      .where("organization_id", "=", organizationId)
      .where("user_id", "=", userId)
      .execute();
    return presentMember(await requireMemberRow(call.db, organizationId, userId), call.base);
  },

  spaces: withSnapshot(async ({ organizationId, userId, ...options }, call) => {
    const rule = "listSpacesForOrganizationMember";
    const member = await requireMember(call, organizationId, userId, rule);
    const { role } = await requireMembership(call, organizationId);
    return listMemberSpaces(call, member, role, options);
  }),

  teams: withSnapshot(async (options, call) => {
    const { organizationId, userId } = options;
    await requireMember(call, organizationId, userId, "listTeamsForOrganizationMember");
    const { role } = await requireMembership(call, options.organizationId);
    return listMemberTeams(call, role, options);
  }),

  async ping({ organizationId }, call) {
    await requireMembership(call, organizationId);
    await call.db
      .updateTable("members")
      .set({ last_seen_at: call.now.toISOString() })
      .where("organization_id", "=", organizationId)
      .where("user_id", "=", call.caller)
      .execute();
    return { gitbookVisitorClaims: await encodeVisitorClaims(call, organizationId) };
  },
} satisfies Handlers<typeof contract>;

/** Sorted by `lastSeenAt`, lists only members that are enabled and were seen at least once. */
function listMembers(call: Call, options: Input<typeof list>) {
  const { organizationId, role, search, sort = "joinedAt", order = "desc", ...paging } = options;
  const inOrder = toMemberOrder({ sort, order });
  const { inQuery, matches } = toTextFilter(search);
  const inOrganization = () =>
    selectMembers(call.db, organizationId)
      .$if(role !== undefined, (query) =>
        role === "guest"
          ? query.where("members.role", "is", null)
          : query.where("members.role", "=", role ?? null),
      )
      .$if(sort === "lastSeenAt", (query) =>
        query.where("members.last_seen_at", "is not", null).where("members.disabled", "=", 0),
      )
      .where(inQuery(["users.display_name", "users.email"]));
  return buildPage({
    page: paging.page,
    limit: paging.limit,
    list: `members of ${JSON.stringify([organizationId, role, search, sort, order])}`,
    read: (after, take) =>
      inOrganization()
        .$if(after !== undefined, (query) => query.where(inOrder.past(after ?? [])))
        .orderBy(inOrder.by)
        .limit(take)
        .execute(),
    count: () => countListed(call.db, inOrganization()),
    key: inOrder.key,
    keep: matches && ((row) => matches([row.display_name, row.email])),
    show: (row) => presentMember(row, call.base),
  });
}

interface SpacesOptions {
  readonly order?: "asc" | "desc";
  readonly page?: string;
  readonly limit?: number;
}

/**
 * Ordered by the age of the spaces, without those that the caller does not see.
 * @param callerRole the caller's role in the organization
 */
function listMemberSpaces(
  call: Call,
  member: MemberRow,
  callerRole: Role | null,
  options: SpacesOptions,
) {
  const { organization_id: organizationId, user_id: userId } = member;
  const { order = "desc", ...paging } = options;
  return buildPage({
    page: paging.page,
    limit: paging.limit,
    list: `spaces of member ${JSON.stringify([organizationId, userId, order])}`,
    read: async (after, take) => {
      if (member.disabled === 1) return [];
      const rows = await selectSpaces(call, callerRole)
        .select(selectDecision(createViewer(userId, member.role), "spaces").as("decided_of_member"))
        .where("spaces.organization_id", "=", organizationId)
        .where("spaces.deleted_at", "is", null)
        .where(isVisibleTo(userId, member.role, "spaces"))
        .where(isVisibleTo(call.caller, callerRole, "spaces"))
        .$call((query) => inOrder(query, ["spaces.created_at", "spaces.id"], after, order))
        .limit(take)
        .execute();
      return addPublishedUrls(call, rows);
    },
    key: (row) => [row.created_at, row.id],
    show: ({ decided_of_member: memberDecision, ...row }) => {
      const permission = readRole({ decided: memberDecision }, member.role);
      // The query selects only spaces that the member sees.
      if (permission === null) throw new Error(`Member ${userId} does not see space ${row.id}.`);
      return { permission, space: presentSpace(row, readRole(row, callerRole), call.base) };
    },
  });
}

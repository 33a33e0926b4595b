/** Handlers for teams. */
import type * as contract from "../../../../contract/team.ts";
import { authorize, requireMembership } from "../../../core/access/access.ts";
import { type Handlers, withSnapshot } from "../../../core/handlers.ts";
import { requireMembers } from "../../../core/rows/users.ts";
import { refuseBlank } from "../../../core/titles.ts";
import { requireMemberRow } from "../members/member-rows.ts";
import { listTeams } from "./list-teams.ts";
import { addToTeam, changeTeam, listTeamMembers, removeFromTeam } from "./team-members.ts";
import { authorizeTeam, findTeam, presentTeam, requireTeam } from "./team-rows.ts";

export const handlers = {
  list: withSnapshot(async (options, call) => {
    const { role } = await requireMembership(call, options.organizationId);
    authorize(role, "listTeamsInOrganizationById");
    return listTeams(call, role, options);
  }),

  /** The caller becomes an owner of the team if they are among its first members. */
  async create({ organizationId, title, members = [] }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "createOrganizationTeam");
    refuseBlank("title", title);
    const users = await requireMembers(call.db, organizationId, "members", members);
    const id = call.newId();
    await call.db
      .insertInto("teams")
      .values({ id, organization_id: organizationId, title, created_at: call.now.toISOString() })
      .execute();
    for (const user of users) {
      await addToTeam(call.db, { id }, user, user === call.caller ? "owner" : "member");
    }
    const { row, member } = await requireTeam(call, organizationId, id);
    return presentTeam(row, member);
  },

  get: withSnapshot(async ({ organizationId, teamId }, call) => {
    const { row, member } = await requireTeam(call, organizationId, teamId);
    return presentTeam(row, member);
  }),

  async update({ organizationId, teamId, title }, call) {
    const team = await requireTeam(call, organizationId, teamId);
    authorizeTeam(team, "updateTeamInOrganizationById");
    refuseBlank("title", title);
    await call.db.updateTable("teams").set({ title }).where("id", "=", teamId).execute();
    return presentTeam({ ...team.row, title }, team.member);
  },

  async remove({ organizationId, teamId }, call) {
    const team = await findTeam(call, organizationId, teamId);
    if (!team) return false;
    authorizeTeam(team, "removeTeamFromOrganizationById");
    await call.db.deleteFrom("team_members").where("team_id", "=", teamId).execute();
    await call.db.deleteFrom("grants").where("holder_id", "=", teamId).execute();
    await call.db
      .updateTable("saml_providers")
      .set({ default_team: null })
      .where("default_team", "=", teamId)
      .execute();
    await call.db.deleteFrom("saml_groups").where("team_id", "=", teamId).execute();
    await call.db.deleteFrom("teams").where("id", "=", teamId).execute();
    return true;
  },

  members: withSnapshot(async ({ organizationId, teamId, ...options }, call) => {
    return listTeamMembers(call, await requireTeam(call, organizationId, teamId), options);
  }),

  async changeMembers({ organizationId, teamId, ...changes }, call) {
    const team = await requireTeam(call, organizationId, teamId);
    authorizeTeam(team, "updateMembersInOrganizationTeam");
    await changeTeam(call.db, team.row, changes);
    return undefined;
  },

  async putMember({ organizationId, teamId, userId, role = "member" }, call) {
    const team = await requireTeam(call, organizationId, teamId);
    authorizeTeam(team, "addMemberToOrganizationTeamById");
    await requireMemberRow(call.db, organizationId, userId);
    await addToTeam(call.db, team.row, userId, role);
    return undefined;
  },

  /** Every member may leave a team. */
  async dropMember({ organizationId, teamId, userId }, call) {
    const team = await requireTeam(call, organizationId, teamId);
    const who = userId === call.caller ? (["person themselves"] as const) : [];
    authorizeTeam(team, "deleteMemberFromOrganizationTeamById", who);
    return removeFromTeam(call.db, teamId, userId);
  },
} satisfies Handlers<typeof contract>;

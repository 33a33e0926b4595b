/** The handlers of teams. */
import type * as contract from "../../../contract/team.ts";
import { authorize, requireMembership } from "../../core/access.ts";
import type { Handlers } from "../../core/handlers.ts";
import { membersIn } from "../../core/members-in.ts";
import { atOneMoment } from "../../core/snapshot.ts";
import { refuseBlank } from "../../core/titles.ts";
import { existingMember } from "./member-rows.ts";
import { teamsOfOrganization } from "./team-lists.ts";
import { changeTeam, joinTeam, leaveTeam, membersOfTeam } from "./team-members.ts";
import { demandManagement, findTeam, presentTeam, requireTeam } from "./team-rows.ts";

const where = "in the organization";

export const handlers = {
  list: atOneMoment(async (asked, call) => {
    const { role } = await requireMembership(call, asked.organizationId);
    authorize(role, "read", "Listing the teams", where);
    return teamsOfOrganization(call, role, asked);
  }),

  /** Who creates a team and is in it from the start owns it. */
  async create({ organizationId, title, members = [] }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "admin", "Creating a team", where);
    refuseBlank("title", title);
    const users = await membersIn(call.db, organizationId, "members", members);
    const id = call.newId();
    await call.db
      .insertInto("teams")
      .values({ id, organization_id: organizationId, title, created_at: call.now.toISOString() })
      .execute();
    for (const user of users) {
      await joinTeam(call.db, { id }, user, user === call.caller ? "owner" : "member");
    }
    const { row, member } = await requireTeam(call, organizationId, id);
    return presentTeam(row, member);
  },

  get: atOneMoment(async ({ organizationId, teamId }, call) => {
    const { row, member } = await requireTeam(call, organizationId, teamId);
    return presentTeam(row, member);
  }),

  async update({ organizationId, teamId, title }, call) {
    const team = await requireTeam(call, organizationId, teamId);
    demandManagement(team, "Changing a team");
    refuseBlank("title", title);
    await call.db.updateTable("teams").set({ title }).where("id", "=", teamId).execute();
    return presentTeam({ ...team.row, title }, team.member);
  },

  async remove({ organizationId, teamId }, call) {
    const team = await findTeam(call, organizationId, teamId);
    if (!team) return false;
    demandManagement(team, "Deleting a team");
    await call.db.deleteFrom("team_members").where("team_id", "=", teamId).execute();
    await call.db.deleteFrom("grants").where("holder_id", "=", teamId).execute();
    await call.db
      .updateTable("saml_providers")
      .set({ default_team: null })
      .where("default_team", "=", teamId)
      .execute();
    await call.db.deleteFrom("teams").where("id", "=", teamId).execute();
    return true;
  },

  members: atOneMoment(async ({ organizationId, teamId, ...asked }, call) => {
    const { row } = await requireTeam(call, organizationId, teamId);
    return membersOfTeam(call, row, asked);
  }),

  async changeMembers({ organizationId, teamId, ...changes }, call) {
    const team = await requireTeam(call, organizationId, teamId);
    demandManagement(team, "Changing who is in a team");
    await changeTeam(call.db, team.row, changes);
    return undefined;
  },

  async putMember({ organizationId, teamId, userId, role }, call) {
    const team = await requireTeam(call, organizationId, teamId);
    demandManagement(team, "Changing who is in a team");
    await existingMember(call.db, organizationId, userId);
    await joinTeam(call.db, team.row, userId, role);
    return undefined;
  },

  /** Whoever is in a team may leave it. */
  async dropMember({ organizationId, teamId, userId }, call) {
    const team = await requireTeam(call, organizationId, teamId);
    if (userId !== call.caller) demandManagement(team, "Changing who is in a team");
    return leaveTeam(call.db, teamId, userId);
  },
} satisfies Handlers<typeof contract>;

/** Teams that users join and leave at a sign-in, according to their groups at the identity provider. */
import { createId } from "../../core/ids.ts";
import type { Queries } from "../../database/tables.ts";
import type { SamlSignIn } from "../../engines/saml/sign-in.ts";
import { storeSystemEvent } from "../audit/system-event.ts";
import { listGroupTeams } from "../people/sso/saml-groups.ts";
import type { SamlProviderTable } from "../people/tables.ts";
import { addToTeam, removeFromTeam } from "../people/teams/team-members.ts";

/**
 * The teams of the user's groups.
 * @returns undefined if no teams are changed, because the groups are unknown or no group has a team
 */
export async function findGroupTeams(
  db: Queries,
  providerId: string,
  { groups, hasGroupsElsewhere }: Pick<SamlSignIn, "groups" | "hasGroupsElsewhere">,
): Promise<readonly string[] | undefined> {
  const mapped = await listGroupTeams(db, [providerId]);
  if (hasGroupsElsewhere || mapped.length === 0) return undefined;
  const names = new Set(groups);
  const teams = mapped.filter(({ name }) => names.has(name)).map(({ team_id }) => team_id);
  return [...new Set(teams)];
}

/**
 * Adds the user to the teams of their groups, and removes them from the other teams with groups. Teams
 * without a group stay unchanged.
 * @param teams the ids of the teams of the user's groups
 */
export async function applyGroupTeams(
  db: Queries,
  provider: SamlProviderTable,
  user: string,
  teams: readonly string[],
  now: Date,
): Promise<void> {
  const mapped = new Map(
    (await listGroupTeams(db, [provider.id])).map((row) => [row.team_id, row]),
  );
  if (mapped.size === 0) return;
  const rows = await db
    .selectFrom("team_members")
    .select("team_id")
    .where("user_id", "=", user)
    .where("team_id", "in", [...mapped.keys()])
    .execute();
  const current = new Set(rows.map(({ team_id }) => team_id));
  const expected = new Set(teams);
  for (const [id, { title }] of mapped) {
    if (current.has(id) === expected.has(id)) continue;
    if (expected.has(id)) await addToTeam(db, { id }, user, undefined);
    else await removeFromTeam(db, id, user);
    await storeSystemEvent({ db, now, newId: createId }, provider.organization_id, {
      action: expected.has(id)
        ? "addMemberToOrganizationTeamById"
        : "deleteMemberFromOrganizationTeamById",
      actor: { type: "system", id: "platform", label: "Platform" },
      target: { type: "team", id, label: title },
      payload: { userId: user, samlProviderId: provider.id, provider: provider.label },
    });
  }
}

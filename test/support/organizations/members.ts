import { writeFileSync } from "node:fs";
import type { Role } from "../../../src/contract/roles.ts";
import * as team from "../../../src/contract/team.ts";
import { temporaryFolder } from "../machine/folder.ts";
import { openAccessPlatform } from "../platforms/access-platform.ts";
import { openWorkspace } from "../platforms/workspace.ts";

/** An organization with an admin, Ada, Grace and the team Tour Guides, in which the admin runs commands. */
export async function openMembers() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const join = async (name: string, role: Role | null) => {
    const user = await workspace.person(`${name}@example.com`);
    await workspace.enroll(organizationId, user, role);
    return user;
  };
  const admin = await join("root", "admin");
  const ids = { ada: await join("ada", "create"), grace: await join("grace", "read") };
  const asked = { organizationId, title: "Tour Guides" };
  const { id: teamId } = await workspace.ok(admin, team.create, asked);
  const platform = await openAccessPlatform(workspace, organizationId, admin);
  const folder = temporaryFolder();
  const roster = (name: string, text: string) => {
    writeFileSync(`${folder}/${name}`, text);
    return ["member", "sync", "--roster", `${folder}/${name}`];
  };
  const members = async () => {
    const rows = await workspace.db
      .selectFrom("members")
      .innerJoin("users", "users.id", "members.user_id")
      .select(["email", "members.role"])
      .where("organization_id", "=", organizationId)
      .execute();
    return rows.map(({ email, role }) => `${email} ${role ?? "guest"}`).toSorted();
  };
  return { workspace, organizationId, admin, ids, teamId, folder, roster, members, ...platform };
}

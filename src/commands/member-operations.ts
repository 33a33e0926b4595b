/** Operations of `tome member sync` and `tome member offboard`. */
import * as changeRequest from "../contract/cr.ts";
import * as review from "../contract/cr-review.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import * as member from "../contract/member.ts";
import * as organization from "../contract/organization.ts";
import * as invite from "../contract/organization-invite.ts";
import * as space from "../contract/space.ts";
import * as team from "../contract/team.ts";
import * as user from "../contract/user.ts";
import { accessReads, permissions } from "./access-reads.ts";

export const syncSends: readonly Endpoint[] = [
  user.current,
  member.list,
  team.list,
  team.members,
  invite.users,
  member.update,
  member.sso,
  team.changeMembers,
  member.remove,
];

export const offboardSends: readonly Endpoint[] = [
  user.current,
  ...accessReads,
  member.teams,
  changeRequest.listInOrganization,
  invite.list,
  organization.update,
  space.update,
  review.request,
  review.unrequest,
  team.putMember,
  team.dropMember,
  ...permissions.flatMap(({ grant, removeUser }) => [grant, removeUser]),
  member.update,
  member.remove,
];

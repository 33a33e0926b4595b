/** Operations that read access. */
import * as collection from "../contract/collection.ts";
import * as collectionPermission from "../contract/collection-permission.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import * as member from "../contract/member.ts";
import * as organization from "../contract/organization.ts";
import * as site from "../contract/site.ts";
import * as sitePermission from "../contract/site-permission.ts";
import * as siteSpace from "../contract/site-space.ts";
import * as space from "../contract/space.ts";
import * as spacePermission from "../contract/space-permission.ts";
import * as team from "../contract/team.ts";

export const permissions = [collectionPermission, spacePermission, sitePermission] as const;

export const accessReads: readonly Endpoint[] = [
  organization.get,
  member.list,
  team.list,
  team.members,
  collection.list,
  space.list,
  site.list,
  siteSpace.list,
  ...permissions.flatMap(({ list, listUsers, listTeams }) => [list, listUsers, listTeams]),
];

/** Permission handlers shared by collections, spaces and sites. */

import type { Role } from "../../../../contract/roles.ts";
import type { PermissionRule } from "../../../../contract/rules.ts";
import { authorize } from "../../../core/access/access.ts";
import { type Call, withSnapshot } from "../../../core/handlers.ts";
import type { Paging } from "../../../core/pages.ts";
import {
  changeGrant,
  type GrantTarget,
  grantRole,
  type HolderKind,
  type Holders,
  listTeamGrants,
  listUserGrants,
  revokeGrant,
} from "./content-grants.ts";

/** A collection, space or site, with the caller's role in the organization and in the content. */
interface ContentAccess {
  readonly row: GrantTarget;
  readonly member: Role | null;
  readonly role: Role | null;
}

/** Null revokes the grant. */
interface RoleInput {
  readonly role: Role | null;
}

const kindSuffix = { user: "User", team: "Team" } as const;

/**
 * @param noun the suffix of the operation names
 * @param requireContent loads the content; throws Problem 404 if the caller may not see it
 */
export function createGrantHandlers<ContentInput extends object>(
  noun: "Collection" | "Space" | "Site",
  requireContent: (call: Call, input: ContentInput) => Promise<ContentAccess>,
) {
  /** @throws ApiError 403 if the caller's role does not allow the operation */
  async function asAllowed(
    call: Call,
    input: ContentInput,
    rule: PermissionRule,
  ): Promise<ContentAccess> {
    const access = await requireContent(call, input);
    authorize(access.role, rule);
    return access;
  }

  async function change(
    call: Call,
    input: ContentInput & RoleInput,
    kind: HolderKind,
    holder: string,
  ): Promise<undefined> {
    const { row } = await asAllowed(call, input, `update${kindSuffix[kind]}PermissionIn${noun}`);
    await changeGrant(call.db, row, kind, holder, input.role);
  }

  async function revoke(
    call: Call,
    input: ContentInput,
    kind: HolderKind,
    holder: string,
  ): Promise<boolean> {
    const { row } = await asAllowed(call, input, `remove${kindSuffix[kind]}From${noun}`);
    return revokeGrant(call.db, row, kind, holder);
  }

  type UserInput = ContentInput & { readonly userId: string };
  type TeamInput = ContentInput & { readonly teamId: string };

  return {
    async grant(input: ContentInput & Holders & RoleInput, call: Call) {
      const { row } = await asAllowed(call, input, `inviteTo${noun}`);
      await grantRole(call.db, row, input.role, input);
      return undefined;
    },

    listUsers: withSnapshot(async (input: ContentInput & Paging, call: Call) => {
      const { row } = await asAllowed(call, input, `listUserPermissionsIn${noun}`);
      return listUserGrants(call, row, input);
    }),
    updateUser: (input: UserInput & RoleInput, call: Call) =>
      change(call, input, "user", input.userId),
    removeUser: (input: UserInput, call: Call) => revoke(call, input, "user", input.userId),

    listTeams: withSnapshot(async (input: ContentInput & Paging, call: Call) => {
      const { row, member } = await asAllowed(call, input, `listTeamPermissionsIn${noun}`);
      return listTeamGrants(call, row, member, input);
    }),
    updateTeam: (input: TeamInput & RoleInput, call: Call) =>
      change(call, input, "team", input.teamId),
    removeTeam: (input: TeamInput, call: Call) => revoke(call, input, "team", input.teamId),
  };
}

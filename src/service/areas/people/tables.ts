/** Tables of teams, grants, SAML providers and invitations. */
import type { Role } from "../../../contract/roles.ts";

export interface TeamTable {
  id: string;
  organization_id: string;
  title: string;
  created_at: string;
}

export interface TeamMemberTable {
  team_id: string;
  user_id: string;
  role: "owner" | "member";
}

/** The role of a user or team in a collection, space or site. */
export interface GrantTable {
  organization_id: string;
  /** The id of a collection, a space or a site. */
  content_id: string;
  /** The id of a user or a team. */
  holder_id: string;
  /** The role as a number from 1 (read) to 6 (admin), so that a query can find the strongest. */
  strength: number;
}

export interface SamlProviderTable {
  id: string;
  organization_id: string;
  label: string;
  entity_id: string;
  /** PEM, or empty. */
  certificate: string;
  sso_url: string;
  default_team: string | null;
  /** Null for guests. */
  default_role: Role | null;
  created_at: string;
  /** The attribute with the groups of the user; null for the common names. */
  groups_attribute: string | null;
}

/** A group of an identity provider, whose members join a team at their sign-in. */
export interface SamlGroupTable {
  provider_id: string;
  name: string;
  team_id: string;
}

/** A pending invitation of an existing user. */
export interface InvitationTable {
  organization_id: string;
  user_id: string;
  /** Null for guests. */
  role: Role | null;
  sso: number;
  invited_by: string;
  created_at: string;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    teams: TeamTable;
    team_members: TeamMemberTable;
    grants: GrantTable;
    saml_providers: SamlProviderTable;
    saml_groups: SamlGroupTable;
    invitations: InvitationTable;
  }
}

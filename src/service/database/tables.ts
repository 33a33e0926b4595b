/**
 * The types of the tables. Times are RFC 3339 texts in UTC with milliseconds, booleans are 0 and 1,
 * nested values are JSON texts: all three mean the same in every database.
 */
import type { Kysely } from "kysely";
import type { Level, Role } from "../../contract/roles.ts";

export interface UserTable {
  id: string;
  display_name: string;
  email: string;
  photo_url: string | null;
  created_at: string;
}

/** A token is known only by the SHA-256 of its text, in hex. */
export interface TokenTable {
  hash: string;
  user_id: string;
  label: string;
  created_at: string;
  /** Null is never. */
  expires_at: string | null;
  /** To the hour; null is never. */
  last_used_at: string | null;
}

export interface OrganizationTable {
  id: string;
  title: string;
  type: string;
  use_case: string | null;
  /** JSON list of domains. */
  email_domains: string;
  hostname: string | null;
  default_role: Role | null;
  /** JSON pointer, or null. */
  default_content: string | null;
  logo: string | null;
  sso: number;
  ai: number;
  invite_links: number;
  /** JSON. */
  merge_rules: string;
  created_at: string;
}

export interface MemberTable {
  organization_id: string;
  user_id: string;
  /** Null is a guest. */
  role: Role | null;
  disabled: number;
  sso: number;
  joined_at: string;
  last_seen_at: string | null;
}

/** A domain that an organization claims; no two have a verified claim to the same one. */
export interface OrganizationDomainTable {
  organization_id: string;
  /** In lower case, other scripts as `xn--`. */
  domain: string;
  created_at: string;
  /** Null until the claim counts. */
  verified_at: string | null;
  verified_by: "dns" | "operator" | null;
  /** When name servers were last asked. */
  checked_at: string | null;
  /** Why that did not verify it. */
  finding: "no_record" | "wrong_record" | "taken" | null;
}

/** A link to the organization with a role, or to a collection or space with a level there. */
export interface LinkInviteTable {
  id: string;
  organization_id: string;
  role: Role | null;
  space_id: string | null;
  collection_id: string | null;
  level: Role | null;
  created_at: string;
}

/**
 * What a member without a grant may do in a collection or space, resolved from its default level and
 * those of its sites and of everything above it: `member` is the member's role in the organization,
 * `none` is nothing.
 */
export type ResolvedLevel = Role | "member" | "none";

/** What collections and spaces share: their position in the tree, and their level. */
interface TreeItemTable {
  id: string;
  organization_id: string;
  parent_id: string | null;
  /** A fractional index among the collections and spaces of one parent; compared byte by byte. */
  rank: string;
  title: string;
  default_level: Level | null;
  resolved_level: ResolvedLevel;
  created_at: string;
}

export interface CollectionTable extends TreeItemTable {
  description: string | null;
  /** Null for those that are older than this column. */
  created_by: string | null;
}

export interface SpaceTable extends TreeItemTable {
  emoji: string | null;
  icon: string | null;
  visibility: string;
  edit_mode: "live" | "locked";
  language: string | null;
  /** JSON. */
  merge_rules: string;
  revision_id: string;
  created_by: string;
  updated_at: string;
  /** Set while it waits for its purge. */
  deleted_at: string | null;
}

export interface JobTable {
  id: string;
  kind: string;
  /** JSON. */
  payload: string;
  run_at: string;
  attempts: number;
  state: "waiting" | "failed";
  last_error: string | null;
  /** When its `run_at` was set: the difference is the time that it waits. */
  created_at: string;
  /** The process that does it now; null if none does, and for short jobs. */
  leased_by: string | null;
  /** When the lease ends unless it is renewed, in milliseconds since 1970, real time. */
  leased_until: number | null;
  /** JSON: in whose name it runs; null for a job of an earlier version. */
  principal: string | null;
  organization_id: string | null;
  /** Whose jobs take turns with those of others. */
  concurrency_key: string;
}

/** Facts of the whole platform: the clock's offset, the hash of the admin token. */
export interface FactTable {
  name: string;
  value: string;
}

/** The tables by name. An area declares its own beside these, in its tables.ts. */
export interface Tables {
  users: UserTable;
  tokens: TokenTable;
  organizations: OrganizationTable;
  organization_domains: OrganizationDomainTable;
  members: MemberTable;
  link_invites: LinkInviteTable;
  collections: CollectionTable;
  spaces: SpaceTable;
  jobs: JobTable;
  facts: FactTable;
}

/** Queries on the tables, in a transaction or not. */
export type Queries = Kysely<Tables>;

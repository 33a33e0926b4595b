/**
 * The types of the tables. Times are RFC 3339 strings in UTC with milliseconds, booleans are 0 and
 * 1, and nested values are JSON strings, which are the same in every database.
 */
import type { Kysely } from "kysely";
import type { AccessLevel, Role } from "../../contract/roles.ts";

export interface UserTable {
  id: string;
  display_name: string;
  email: string;
  photo_url: string | null;
  created_at: string;
}

/** A token is stored only as the SHA-256 of its text, in hex. */
export interface TokenTable {
  hash: string;
  user_id: string;
  label: string;
  created_at: string;
  /** Null means never. */
  expires_at: string | null;
  /** Rounded to the hour; null means never. */
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
  /** Null means guest. */
  role: Role | null;
  disabled: number;
  sso: number;
  joined_at: string;
  last_seen_at: string | null;
}

/** A domain claim of an organization; at most one claim of a domain is verified. */
export interface OrganizationDomainTable {
  organization_id: string;
  /** In lower case, other scripts as `xn--`. */
  domain: string;
  created_at: string;
  /** Null until the claim is verified. */
  verified_at: string | null;
  verified_by: "dns" | "operator" | null;
  /** The time of the last DNS lookup. */
  checked_at: string | null;
  /** The reason why the lookup did not verify the claim. */
  finding: "no_record" | "wrong_record" | "taken" | null;
}

/** An invite link to the organization with a role, or to a collection or space with a level. */
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
 * The role of a member without a grant in a collection or space, resolved from its default level,
 * those of its sites and those of its parents: `member` is the member's role in the organization,
 * `none` is no access.
 */
export type ResolvedLevel = Role | "member" | "none";

/** Columns that collections and spaces share: their position in the tree, and their level. */
interface TreeItemTable {
  id: string;
  organization_id: string;
  parent_id: string | null;
  /** A fractional index among the collections and spaces with the same parent; compared byte by byte. */
  rank: string;
  title: string;
  default_level: AccessLevel | null;
  resolved_level: ResolvedLevel;
  created_at: string;
}

export interface CollectionTable extends TreeItemTable {
  description: string | null;
  /** Null for rows that are older than this column. */
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
  /** Set until the space is purged. */
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
  /** The time at which `run_at` was set: the difference is the delay. */
  created_at: string;
  /** The process that runs it; null if there is none, and for short jobs. */
  leased_by: string | null;
  /** The expiry of the lease, in milliseconds since 1970, real time. */
  leased_until: number | null;
  /** The principal as JSON; null for a job of an earlier version. */
  principal: string | null;
  organization_id: string | null;
  /** The key by which jobs take turns. */
  concurrency_key: string;
}

/** Facts of the whole platform, such as the clock's offset and the hash of the admin token. */
export interface FactTable {
  name: string;
  value: string;
}

/** The tables by name. An area declares its own tables in its tables.ts. */
export interface CoreTables {
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

/** Queries on the tables, in or outside a transaction. */
export type Queries = Kysely<CoreTables>;

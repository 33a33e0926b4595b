/**
 * Permissions of an installation: what an admin of its organization accepted, limited by the newest
 * version of the integration. A publisher can take permissions back at once and never add any: what a
 * version asks for beyond the accepted permissions is pending until an admin accepts it.
 */
import type { scopes, Target } from "../../contract/integration-values.ts";

export type ContentKind = "space" | "site";

export interface Permissions {
  readonly scopes: readonly (typeof scopes)[number][];
  readonly target: Target;
}

/** What an installation gets only once an admin accepts it. */
export interface PendingPermissions {
  readonly scopes: Permissions["scopes"];
  /** Absent if the installation works on the same kinds of content either way. */
  readonly target?: Target;
}

/** The columns of an installation and of its integration from which permissions are resolved. */
export interface PermissionColumns {
  /** JSON of `Permissions`, of the installation. */
  readonly accepted: string;
  /** JSON, of the newest version of the integration. */
  readonly manifest: string;
  /** Of the newest version of the integration. */
  readonly target: Target;
}

/** The permissions that count. Only `resolve` makes them, so no check can use a manifest instead. */
export class InstallationPermissions implements Permissions {
  readonly scopes: Permissions["scopes"];
  readonly target: Target;
  readonly accepted: Permissions;
  readonly pending: PendingPermissions | undefined;

  private constructor(accepted: Permissions, requested: Permissions) {
    this.accepted = accepted;
    this.scopes = requested.scopes.filter((scope) => accepted.scopes.includes(scope));
    this.target = toTarget(
      (kind) => covers(accepted.target, kind) && covers(requested.target, kind),
    );
    this.pending = subtractPermissions(requested, accepted);
  }

  static resolve(row: PermissionColumns): InstallationPermissions {
    return new InstallationPermissions(parsePermissions(row.accepted), readRequested(row));
  }

  /** Whether the installation works on spaces, or on docs sites, at all. */
  worksOn(kind: ContentKind): boolean {
    return covers(this.target, kind);
  }

  includes(scope: string): boolean {
    return this.scopes.some((one) => one === scope);
  }

  /** Events of spaces need a scope of spaces. */
  hearsSpaces(): boolean {
    return hearsSpaces(this);
  }
}

export function parsePermissions(text: string): Permissions {
  return JSON.parse(text);
}

/** What the newest version of an integration asks for. */
export function readRequested({
  manifest,
  target,
}: Pick<PermissionColumns, "manifest" | "target">): Permissions {
  const { scopes }: Pick<Permissions, "scopes"> = JSON.parse(manifest);
  return { scopes, target };
}

export function hearsSpaces({ scopes, target }: Permissions): boolean {
  return covers(target, "space") && scopes.some((scope) => scope.startsWith("space:"));
}

/** @returns what `wider` has and `base` has not; undefined if that is nothing */
export function subtractPermissions(
  wider: Permissions,
  base: Permissions,
): PendingPermissions | undefined {
  const scopes = wider.scopes.filter((scope) => !base.scopes.includes(scope));
  const isWider = kinds.some((kind) => covers(wider.target, kind) && !covers(base.target, kind));
  if (scopes.length === 0 && !isWider) return undefined;
  return { scopes, ...(isWider && { target: wider.target }) };
}

export function addPermissions(one: Permissions, other: Permissions): Permissions {
  return {
    scopes: [...new Set([...one.scopes, ...other.scopes])],
    target: toTarget((kind) => covers(one.target, kind) || covers(other.target, kind)),
  };
}

const kinds: readonly ContentKind[] = ["space", "site"];

function covers(target: Target, kind: ContentKind): boolean {
  return target === "all" || target === kind;
}

function toTarget(has: (kind: ContentKind) => boolean): Target {
  const [first, second] = kinds.filter(has);
  return second === undefined ? (first ?? "organization") : "all";
}

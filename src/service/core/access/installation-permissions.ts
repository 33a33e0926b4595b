/**
 * Permissions of an installation: those accepted by an admin of its organization, limited by the
 * newest version of the integration. A publisher can withdraw permissions at once but cannot add
 * any: additional permissions of a version are pending until an admin accepts them.
 */
import type { InstallationTarget, scopes } from "../../../contract/integration-values.ts";

export type ContentKind = "space" | "site";

export interface AcceptedPermissions {
  readonly scopes: readonly (typeof scopes)[number][];
  readonly target: InstallationTarget;
}

/** Permissions that take effect once an admin accepts them. */
export interface PendingPermissions {
  readonly scopes: AcceptedPermissions["scopes"];
  /** Absent if the target of the installation does not change. */
  readonly target?: InstallationTarget;
}

/** The columns of an installation and its integration that determine the permissions. */
export interface PermissionColumns {
  /** `Permissions` of the installation, as JSON. */
  readonly accepted: string;
  /** Manifest of the newest version of the integration, as JSON. */
  readonly manifest: string;
  /** Target of the newest version of the integration. */
  readonly target: InstallationTarget;
}

/**
 * The effective permissions. Only `resolve` creates them, so that a check cannot use a manifest
 * instead.
 */
export class InstallationPermissions implements AcceptedPermissions {
  readonly scopes: AcceptedPermissions["scopes"];
  readonly target: InstallationTarget;
  readonly accepted: AcceptedPermissions;
  readonly pending: PendingPermissions | undefined;

  private constructor(accepted: AcceptedPermissions, requested: AcceptedPermissions) {
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

  /** Whether the installation can be used for spaces, or for docs sites. */
  worksOn(kind: ContentKind): boolean {
    return covers(this.target, kind);
  }

  includes(scope: string): boolean {
    return this.scopes.some((one) => one === scope);
  }

  /** Events of spaces require a scope for spaces. */
  hearsSpaces(): boolean {
    return receivesSpaceEvents(this);
  }
}

export function parsePermissions(text: string): AcceptedPermissions {
  return JSON.parse(text);
}

/** The permissions that the newest version of an integration requests. */
export function readRequested({
  manifest,
  target,
}: Pick<PermissionColumns, "manifest" | "target">): AcceptedPermissions {
  const { scopes }: Pick<AcceptedPermissions, "scopes"> = JSON.parse(manifest);
  return { scopes, target };
}

export function receivesSpaceEvents({ scopes, target }: AcceptedPermissions): boolean {
  return covers(target, "space") && scopes.some((scope) => scope.startsWith("space:"));
}

/** @returns the permissions in `wider` that are not in `base`; undefined if there are none */
export function subtractPermissions(
  wider: AcceptedPermissions,
  base: AcceptedPermissions,
): PendingPermissions | undefined {
  const scopes = wider.scopes.filter((scope) => !base.scopes.includes(scope));
  const isWider = kinds.some((kind) => covers(wider.target, kind) && !covers(base.target, kind));
  if (scopes.length === 0 && !isWider) return undefined;
  return { scopes, ...(isWider && { target: wider.target }) };
}

export function addPermissions(
  one: AcceptedPermissions,
  other: AcceptedPermissions,
): AcceptedPermissions {
  return {
    scopes: [...new Set([...one.scopes, ...other.scopes])],
    target: toTarget((kind) => covers(one.target, kind) || covers(other.target, kind)),
  };
}

const kinds: readonly ContentKind[] = ["space", "site"];

function covers(target: InstallationTarget, kind: ContentKind): boolean {
  return target === "all" || target === kind;
}

function toTarget(has: (kind: ContentKind) => boolean): InstallationTarget {
  const [first, second] = kinds.filter(has);
  return second === undefined ? (first ?? "organization") : "all";
}

/** Events that the platform sends to integrations. */

export type InstallationStatus = "active" | "pending" | "paused";

/** Recorded after the installation is created. */
interface InstallationSetup {
  readonly type: "installation_setup";
  readonly installationId: string;
  readonly status: InstallationStatus;
  /** The state before an update. */
  readonly previous?: PreviousState;
}

interface PreviousState {
  readonly status: InstallationStatus;
  readonly configuration: Readonly<Record<string, unknown>>;
}

/** Recorded before the installation is deleted. */
interface InstallationDeleted {
  readonly type: "installation_deleted";
  readonly installationId: string;
  readonly previous: PreviousState;
}

/** Installed on or changed for a single space. */
interface SpaceInstallationSetup extends Omit<InstallationSetup, "type"> {
  readonly type: "space_installation_setup";
  readonly spaceId: string;
}

interface SpaceInstallationDeleted extends Omit<InstallationDeleted, "type" | "previous"> {
  readonly type: "space_installation_deleted";
  readonly spaceId: string;
  readonly previous: Pick<PreviousState, "configuration">;
}

interface SiteInstallationSetup extends Omit<InstallationSetup, "type"> {
  readonly type: "site_installation_setup";
  readonly siteId: string;
}

interface SiteInstallationDeleted extends Omit<InstallationDeleted, "type" | "previous"> {
  readonly type: "site_installation_deleted";
  readonly siteId: string;
  readonly previous: Pick<PreviousState, "configuration">;
}

/** The main content of a space has a new revision. */
interface SpaceContentUpdated {
  readonly type: "space_content_updated";
  readonly spaceId: string;
  readonly revisionId: string;
}

/** The visibilities in responses: `in-collection` for a space in a collection. */
interface SpaceVisibilityUpdated {
  readonly type: "space_visibility_updated";
  readonly spaceId: string;
  readonly previousVisibility: string;
  readonly visibility: string;
}

interface SpaceGitSyncStarted {
  readonly type: "space_gitsync_started";
  readonly spaceId: string;
  /** The space and repository state at the time of the event. */
  readonly revisionId: string;
  readonly commitId: string;
}

interface SpaceGitSyncCompleted {
  readonly type: "space_gitsync_completed";
  readonly spaceId: string;
  readonly state: "success" | "failure";
  readonly revisionId?: string | undefined;
  readonly commitId?: string | undefined;
}

/** Queued by the integration for itself, so it belongs to no installation. */
interface IntegrationTask {
  readonly type: "task";
  readonly task: Readonly<Record<string, unknown>>;
}

export type PlatformEvent =
  | IntegrationTask
  | InstallationSetup
  | InstallationDeleted
  | SpaceInstallationSetup
  | SpaceInstallationDeleted
  | SiteInstallationSetup
  | SiteInstallationDeleted
  | SpaceContentUpdated
  | SpaceVisibilityUpdated
  | SpaceGitSyncStarted
  | SpaceGitSyncCompleted;

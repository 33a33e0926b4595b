/** What integrations can be told of, by the platform's own doings. */

export type InstallationStatus = "active" | "pending" | "paused";

/** Installed; recorded once the installation is there. */
interface InstallationSetup {
  readonly type: "installation_setup";
  readonly installationId: string;
  readonly status: InstallationStatus;
}

/** Uninstalled; recorded while the installation is still there. */
interface InstallationDeleted {
  readonly type: "installation_deleted";
  readonly installationId: string;
  readonly previous: {
    readonly status: InstallationStatus;
    readonly configuration: Readonly<Record<string, unknown>>;
  };
}

/** A space's main content is another revision than before. */
interface SpaceContentUpdated {
  readonly type: "space_content_updated";
  readonly spaceId: string;
  readonly revisionId: string;
}

/** Visibilities are what a space answers: one in a collection is `in-collection`. */
interface SpaceVisibilityUpdated {
  readonly type: "space_visibility_updated";
  readonly spaceId: string;
  readonly previousVisibility: string;
  readonly visibility: string;
}

interface SpaceGitSyncStarted {
  readonly type: "space_gitsync_started";
  readonly spaceId: string;
}

interface SpaceGitSyncCompleted {
  readonly type: "space_gitsync_completed";
  readonly spaceId: string;
  readonly state: "success" | "failure";
  readonly revisionId?: string | undefined;
  readonly commitId?: string | undefined;
}

export type Happening =
  | InstallationSetup
  | InstallationDeleted
  | SpaceContentUpdated
  | SpaceVisibilityUpdated
  | SpaceGitSyncStarted
  | SpaceGitSyncCompleted;

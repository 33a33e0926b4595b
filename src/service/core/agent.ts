/** A caller that is no person: an integration, or one installation of it. */
import type { InstallationPermissions } from "./installation-permissions.ts";

/** How the token of one begins, and no other. */
export const agentPrefix = "tome_agent_";

export type Agent =
  | { readonly kind: "integration"; readonly integration: string }
  | {
      readonly kind: "installation";
      readonly integration: string;
      readonly installation: AgentInstallation;
    };

/** What an installation may reach. */
export interface AgentInstallation {
  readonly id: string;
  readonly organization_id: string;
  readonly space_selection: "all" | "selected";
  readonly site_selection: "all" | "selected";
  readonly permissions: InstallationPermissions;
}

/** Agents: callers that are an integration or one of its installations, not a user. */
import type { InstallationPermissions } from "./installation-permissions.ts";

/** Prefix of agent tokens, and of no other tokens. */
export const agentPrefix = "tome_agent_";

export type Agent =
  | { readonly kind: "integration"; readonly integration: string }
  | {
      readonly kind: "installation";
      readonly integration: string;
      readonly installation: AgentInstallation;
    };

/** The installation whose resources the agent may access. */
export interface AgentInstallation {
  readonly id: string;
  readonly organization_id: string;
  readonly space_selection: "all" | "selected";
  readonly site_selection: "all" | "selected";
  readonly permissions: InstallationPermissions;
}

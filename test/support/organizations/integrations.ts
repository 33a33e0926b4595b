/** A workspace for tests of integrations, with an organization, an admin and a manifest. */
import type { Input } from "../../../src/contract/endpoint.ts";
import * as integration from "../../../src/contract/integration.ts";
import type { ServiceOptions } from "../../../src/service/service.ts";
import { openWorkspace, type Workspace } from "../platforms/workspace.ts";

export type Manifest = Input<typeof integration.publish>;

export interface IntegrationSetup {
  readonly workspace: Workspace;
  readonly org: string;
  readonly admin: string;
  /** Publishes an integration as the admin. The specified fields replace those of a minimal private one. */
  readonly publish: (fields?: Partial<Manifest>) => Promise<Awaited<ReturnType<typeof publishAs>>>;
}

export async function openIntegrations(options: ServiceOptions = {}): Promise<IntegrationSetup> {
  const workspace = await openWorkspace(options);
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  return {
    workspace,
    org,
    admin,
    publish: (fields = {}) => publishAs(workspace, admin, manifestFor(org, fields)),
  };
}

export function manifestFor(organization: string, fields: Partial<Manifest> = {}): Manifest {
  return {
    integrationName: "link-checker",
    organization,
    title: "Link checker",
    description: "Tells when links break",
    scopes: ["space:content:read"],
    script: "export default {};",
    ...fields,
  };
}

export function publishAs(workspace: Workspace, caller: string, manifest: Manifest) {
  return workspace.ok(caller, integration.publish, manifest);
}

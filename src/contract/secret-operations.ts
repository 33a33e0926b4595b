/** Operations whose responses contain secrets, for requests of `tome api`. */
import { type Endpoint, matchEndpoint } from "./endpoint.ts";
import * as gitInstallation from "./git-installation.ts";
import * as integration from "./integration.ts";
import * as event from "./integration-event.ts";
import * as installation from "./integration-installation.ts";
import * as invite from "./organization-invite.ts";
import * as siteAuth from "./site-auth.ts";
import * as siteContent from "./site-content.ts";
import * as contextConnection from "./site-context-connection.ts";
import * as mcpServer from "./site-mcp-server.ts";
import * as shareLink from "./site-share-link.ts";
import * as storage from "./storage.ts";
import * as url from "./url.ts";
import * as user from "./user.ts";
import * as webhook from "./webhook.ts";

const modules: readonly Readonly<Record<string, Endpoint>>[] = [
  event,
  gitInstallation,
  integration,
  installation,
  invite,
  siteAuth,
  contextConnection,
  siteContent,
  mcpServer,
  shareLink,
  storage,
  url,
  user,
  webhook,
];

/** A test compares the list with all operations. */
export const secretOperations: readonly Endpoint[] = modules
  .flatMap((module) => Object.values(module))
  .filter(({ secretMembers = [] }) => secretMembers.length > 0);

/** @param path path of the request, below `/v1` and without its query */
export function findSecretMembers(method: string, path: string): readonly string[] {
  return matchEndpoint(secretOperations, method, path)?.endpoint.secretMembers ?? [];
}

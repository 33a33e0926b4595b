/** `tome integration`. */

import type { Column } from "../context.ts";
import * as contract from "../contract/integration.ts";
import * as installation from "../contract/integration-installation.ts";
import { addressColumn, integrationColumns } from "./columns.ts";
import { commands as event } from "./integration-event.ts";
import {
  installationColumns,
  commands as installations,
  targetColumns,
} from "./integration-installation.ts";
import { command as publish } from "./integration-publish.ts";
import { installedAs } from "./outcomes.ts";
import { act, noun, show } from "./verb.ts";

const record: readonly Column[] = [
  ...integrationColumns.slice(0, 3),
  { header: "DESCRIPTION", path: "description", wide: true },
  { header: "SUMMARY", path: "summary", wide: true },
  { header: "VISIBILITY", path: "visibility" },
  { header: "TARGET", path: "target" },
  { header: "SCOPES", path: "scopes", as: "list" },
  { header: "CATEGORIES", path: "categories", as: "list" },
  { header: "VERIFIED", path: "verified", as: "flag" },
  { header: "OWNER", path: "owner.title" },
  { header: "POLICY", path: "contentSecurityPolicy", wide: true },
  addressColumn,
];

export const commands = noun({
  does: "Publish, install and monitor integrations",
  verbs: {
    list: show(contract.list, {
      columns: integrationColumns,
      none: "No integrations match.",
      examples: [
        "integration list --category analytics",
        "integration list --owner Acme --json name,version",
        "integration list --block-domain example.com",
      ],
    }),
    available: show(contract.listForOrganization, {
      columns: integrationColumns,
      none: "No integrations match.",
      examples: ["integration available --org Acme --category analytics"],
    }),
    installed: show(contract.listInstalled, {
      columns: [
        { header: "NAME", path: "integration.name" },
        { header: "TITLE", path: "integration.title", as: "title", wide: true },
        { header: "INSTALLATION", path: "installation.id", as: "id" },
        { header: "STATUS", path: "installation.status", as: "state" },
        { header: "ON SPACES", path: "installation.space_selection" },
        { header: "ON SITES", path: "installation.site_selection" },
        { header: "PENDING SCOPES", path: "installation.pendingPermissions.scopes", as: "list" },
      ],
      none: "No integrations installed.",
      examples: ["integration installed --org Acme"],
    }),
    get: show(contract.get, { columns: record, examples: ["integration get link-watch"] }),
    publish,
    unpublish: act(contract.unpublish, {
      done: "Unpublished {integrationName} and removed its installations.",
      absent: "Integration {integrationName} not found. No changes were made.",
      confirm: {
        question:
          'Unpublish "{title}" ({integrationName})? All installations and events are deleted.',
        look: contract.get,
      },
      examples: ["integration unpublish link-watch --yes"],
    }),
    installations: show(contract.installations, {
      columns: installationColumns,
      none: "No installations in organizations that you administer.",
    }),
    install: act(contract.install, {
      done: "Installed {integrationName} as {id}.",
      outcome: installedAs,
      columns: installationColumns,
      examples: ["integration install link-watch --org Acme"],
    }),
    uninstall: act(installation.remove, {
      done: "Uninstalled {integrationName}.",
      absent: "Installation {installationId} of {integrationName} not found. No changes were made.",
      confirm: {
        question:
          'Uninstall "{title}" ({integrationName}, {installationId})? Its configuration is deleted.',
        look: contract.get,
      },
      examples: ["integration uninstall link-watch Acme --yes"],
    }),
    spaces: show(contract.spaces, {
      columns: targetColumns("space"),
      none: "No spaces that you administer.",
      examples: ["integration spaces link-watch --extended --jq '.[].space.title'"],
    }),
    sites: show(contract.sites, {
      columns: targetColumns("site"),
      none: "No sites that you administer.",
    }),
    dev: act(contract.dev, {
      done: "Events of {integrationName} are forwarded to {tunnelUrl}.",
      examples: ["integration dev link-watch --tunnel-url https://tunnel.example.com/events"],
    }),
    "dev-off": act(contract.devOff, {
      done: "Events of {integrationName} are no longer forwarded.",
      absent: "{integrationName} has no development tunnel.",
      examples: ["integration dev-off link-watch"],
    }),
    token: act(contract.createToken, {
      done: "Created a token of {integrationName}, valid for one hour.",
      columns: [{ header: "TOKEN", path: "token", needed: true }],
      prints: ["token"],
      examples: ["integration token link-watch --json --jq .token"],
    }),
    event,
    installation: installations,
  },
});

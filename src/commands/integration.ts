/** `tome integration`. */

import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/integration.ts";
import * as installation from "../contract/integration-installation.ts";
import * as script from "../contract/integration-script.ts";
import { addressColumn, integrationColumns } from "./columns.ts";
import { dev, tail } from "./integration-dev.ts";
import { commands as event } from "./integration-event.ts";
import {
  createTargetColumns,
  installationColumns,
  commands as installations,
} from "./integration-installation.ts";
import { command as publish } from "./integration-publish.ts";
import { command as render } from "./integration-render.ts";
import { block, status } from "./integration-status.ts";
import { describeInstallation } from "./outcomes.ts";
import { mutation, noun, query } from "./verb.ts";

const record: readonly PrintedColumn[] = [
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
  summary: "Publish, install and monitor integrations",
  verbs: {
    list: query(contract.list, {
      columns: integrationColumns,
      emptyText: "No integrations match.",
      examples: [
        "integration list --category analytics",
        "integration list --owner Acme --json name,version",
        "integration list --block-domain example.com",
      ],
    }),
    available: query(contract.listForOrganization, {
      columns: integrationColumns,
      emptyText: "No integrations match.",
      examples: ["integration available --org Acme --category analytics"],
    }),
    installed: query(contract.listInstalled, {
      columns: [
        { header: "NAME", path: "integration.name" },
        { header: "TITLE", path: "integration.title", as: "title", wide: true },
        { header: "INSTALLATION", path: "installation.id", as: "id" },
        { header: "STATUS", path: "installation.status", as: "state" },
        { header: "ON SPACES", path: "installation.space_selection" },
        { header: "ON SITES", path: "installation.site_selection" },
        { header: "PENDING SCOPES", path: "installation.pendingPermissions.scopes", as: "list" },
      ],
      emptyText: "No integrations installed.",
      examples: ["integration installed --org Acme"],
    }),
    get: query(contract.get, { columns: record, examples: ["integration get link-watch"] }),
    publish,
    unpublish: mutation(contract.unpublish, {
      doneText: "Unpublished {integrationName} and removed its installations.",
      absentText: "Integration {integrationName} not found. No changes were made.",
      confirm: {
        question:
          'Unpublish "{title}" ({integrationName})? All installations and events are deleted.',
        read: contract.get,
      },
      examples: ["integration unpublish link-watch --yes"],
    }),
    installations: query(contract.installations, {
      columns: installationColumns,
      emptyText: "No installations in organizations that you administer.",
    }),
    install: mutation(contract.install, {
      doneText: "Installed {integrationName} as {id}.",
      toOutcome: describeInstallation,
      columns: installationColumns,
      examples: ["integration install link-watch --org Acme"],
    }),
    uninstall: mutation(installation.remove, {
      doneText: "Uninstalled {integrationName}.",
      absentText:
        "Installation {installationId} of {integrationName} not found. No changes were made.",
      confirm: {
        question:
          'Uninstall "{title}" ({integrationName}, {installationId})? Its configuration is deleted.',
        read: contract.get,
      },
      examples: ["integration uninstall link-watch Acme --yes"],
    }),
    spaces: query(contract.spaces, {
      columns: createTargetColumns("space"),
      emptyText: "No spaces that you administer.",
      examples: ["integration spaces link-watch --extended --jq '.[].space.title'"],
    }),
    sites: query(contract.sites, {
      columns: createTargetColumns("site"),
      emptyText: "No sites that you administer.",
    }),
    dev,
    tail,
    "dev-off": mutation(contract.devOff, {
      doneText: "Events of {integrationName} are no longer forwarded.",
      absentText: "{integrationName} has no development tunnel.",
      examples: ["integration dev-off link-watch"],
    }),
    token: mutation(contract.createToken, {
      doneText: "Created a token of {integrationName}, valid for one hour.",
      columns: [{ header: "TOKEN", path: "token", needed: true }],
      printedSecrets: ["token"],
      examples: ["integration token link-watch --json --jq .token"],
    }),
    status,
    render,
    block,
    task: mutation(script.queueTask, {
      doneText: "Queued a task of {integrationName}.",
      nextStep: "To see its result: tome integration event list {integrationName}",
      examples: [
        'integration task link-watch --task \'{"type": "check"}\'',
        'integration task link-watch --task \'{"type": "check"}\' --schedule 3600',
      ],
    }),
    event,
    installation: installations,
  },
});

/** `tome integration installation`. */

import type { PrintedColumn } from "../context.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import * as contract from "../contract/integration-installation.ts";
import { asObject, isList, type JsonObject } from "../json/values.ts";
import { createdColumn, idColumn, updatedColumn } from "./columns.ts";
import { mutation, type NounCommands, noun, query } from "./verb.ts";

export const installationColumns: readonly PrintedColumn[] = [
  idColumn,
  { header: "STATUS", path: "status", as: "state" },
  { header: "ORGANIZATION", path: "target.organization", refers: "org" },
  { header: "SPACES", path: "spaces", as: "number" },
  { header: "PENDING SCOPES", path: "pendingPermissions.scopes", as: "list" },
  createdColumn,
];

const record: readonly PrintedColumn[] = [
  ...installationColumns,
  updatedColumn,
  { header: "ON SPACES", path: "space_selection" },
  { header: "ON SITES", path: "site_selection" },
  { header: "SETTINGS", path: "configuration", wide: true },
  { header: "EXTERNAL IDS", path: "externalIds", as: "list" },
  { header: "ACCEPTED SCOPES", path: "acceptedPermissions.scopes", as: "list" },
  { header: "ACCEPTED TARGET", path: "acceptedPermissions.target" },
  { header: "PENDING TARGET", path: "pendingPermissions.target" },
  { header: "PENDING VERSION", path: "pendingPermissions.version", as: "number" },
];

/** Columns of the spaces or sites that an integration works on. */
export const createTargetColumns = (kind: "space" | "site"): readonly PrintedColumn[] => [
  {
    header: kind === "space" ? "SPACE" : "SITE",
    path: kind,
    as: "title",
    wide: true,
    refers: kind,
  },
  { header: "STATUS", path: "status", as: "state" },
  { header: "INSTALLATION", path: "installation" },
  { header: "EXTERNAL IDS", path: "externalIds", as: "list" },
];

interface ContentInstallationVerbs {
  readonly kind: "space" | "site";
  readonly called: string;
  readonly list: Endpoint;
  readonly install: Endpoint;
  readonly get: Endpoint;
  readonly update: Endpoint;
  readonly remove: Endpoint;
}

/** Verbs for the spaces or sites of an installation. */
function onContent({
  kind,
  called,
  list,
  install,
  get,
  update,
  remove,
}: ContentInstallationVerbs): NounCommands {
  const words = ["integrationName", "installationId"];
  const example = (verb: string, rest = "") =>
    `integration installation ${kind} ${verb} link-watch Acme --${kind} ${kind === "space" ? "Handbook" : "Docs"}${rest}`;
  const columns: readonly PrintedColumn[] = [
    ...createTargetColumns(kind),
    { header: "SETTINGS", path: "configuration", wide: true },
  ];
  return noun({
    summary: `Manage the ${called}s that an integration works on`,
    verbs: {
      list: query(list, { columns: createTargetColumns(kind), emptyText: `No ${called}s.` }),
      install: mutation(install, {
        arguments: words,
        doneText: `Installed {integrationName} on the ${called} ({status}).`,
        columns,
        examples: [example("install")],
      }),
      get: query(get, { arguments: words, columns }),
      update: mutation(update, {
        arguments: words,
        doneText: `Changed the configuration of {integrationName} on the ${called} ({status}).`,
        columns,
        examples: [example("update", ' --configuration \'{"channel": "docs"}\'')],
      }),
      uninstall: mutation(remove, {
        arguments: words,
        doneText: `Uninstalled {integrationName} from the ${called}.`,
        absentText: `{integrationName} is not installed on the ${called}. No changes were made.`,
        confirm: `Uninstall {integrationName} from the ${called}? Its configuration there is deleted.`,
        examples: [example("uninstall", " --yes")],
      }),
    },
  });
}

/** "version 4: space:content:read, target all", or "none". */
function describePending({ pendingPermissions }: JsonObject): string {
  const { version, scopes, target } = asObject(pendingPermissions);
  if (version === undefined) return "none";
  const requested = [
    ...(isList(scopes) ? scopes.map(String) : []),
    ...(typeof target === "string" ? [`target ${target}`] : []),
  ];
  return `version ${version}: ${requested.join(", ")}`;
}

export const commands = noun({
  summary: "Manage the installations of an integration",
  verbs: {
    get: query(contract.get, {
      columns: record,
      examples: ["integration installation get link-watch Acme"],
    }),
    update: mutation(contract.update, {
      doneText: "Changed the installation {installationId} of {integrationName} ({status}).",
      columns: record,
      examples: [
        "integration installation update link-watch Acme --space-selection selected",
        'integration installation update link-watch Acme --configuration \'{"channel": "docs"}\'',
      ],
    }),
    accept: mutation(contract.accept, {
      doneText:
        "Accepted version {version} of {integrationName} for the installation {installationId}.",
      columns: record,
      confirm: {
        question: "Accept the pending permissions of {integrationName} ({installation})?",
        names: [{ field: "installationId", endpoints: contract.get, describe: describePending }],
      },
      examples: ["integration installation accept link-watch Acme --integration-version 4"],
    }),
    token: mutation(contract.createToken, {
      doneText: "Created a token of the installation {installationId}, valid for one hour.",
      columns: [{ header: "TOKEN", path: "token", needed: true }],
      printedSecrets: ["token"],
      examples: ["integration installation token link-watch Acme --json --jq .token"],
    }),
    space: onContent({
      kind: "space",
      called: "space",
      list: contract.spaces,
      install: contract.installOnSpace,
      get: contract.getOnSpace,
      update: contract.updateOnSpace,
      remove: contract.removeFromSpace,
    }),
    site: onContent({
      kind: "site",
      called: "site",
      list: contract.sites,
      install: contract.installOnSite,
      get: contract.getOnSite,
      update: contract.updateOnSite,
      remove: contract.removeFromSite,
    }),
  },
});

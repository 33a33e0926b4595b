/** `tome site`. */

import type { JsonObject, PrintedColumn } from "../context.ts";
import * as integration from "../contract/integration.ts";
import * as contract from "../contract/site.ts";
import * as authContract from "../contract/site-auth.ts";
import * as siteContent from "../contract/site-content.ts";
import * as permissions from "../contract/site-permission.ts";
import * as redirectContract from "../contract/site-redirect.ts";
import * as template from "../contract/site-template.ts";
import * as url from "../contract/url.ts";
import { UsageError } from "../errors.ts";
import { parseClaims } from "../json/claim-words.ts";
import { writeJson } from "../json/exact-writing.ts";
import { checkTitle } from "./check-title.ts";
import {
  addressColumn,
  createdColumn,
  idColumn,
  integrationColumns,
  titleColumn,
} from "./columns.ts";
import { spaceSearchColumns } from "./content-words.ts";
import { boolean, optional, text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { describePublication, describeSharing } from "./outcomes.ts";
import { createPermissionCommands } from "./permission.ts";
import { commands as adaptiveSchema } from "./site-adaptive-schema.ts";
import { commands as ads } from "./site-ads.ts";
import { commands as agent } from "./site-agent.ts";
import { commands as auth } from "./site-auth.ts";
import { commands as channel } from "./site-channel.ts";
import { commands as context } from "./site-context.ts";
import { ofSites as customization } from "./site-customization.ts";
import { commands as externalLink } from "./site-external-link.ts";
import { findings as finding, scans as scan } from "./site-finding.ts";
import { commands as insights } from "./site-insights.ts";
import { commands as mcpServer } from "./site-mcp-server.ts";
import {
  answers as answer,
  ask,
  chat,
  questions as question,
  topics as topic,
} from "./site-question.ts";
import { commands as redirect } from "./site-redirect.ts";
import { commands as section } from "./site-section.ts";
import { commands as sectionGroup } from "./site-section-group.ts";
import { commands as shareLink } from "./site-share-link.ts";
import { commands as space } from "./site-space.ts";
import { commands as styleGuide } from "./site-style-guide.ts";
import { custom, mutation, noun, query } from "./verb.ts";
import { claims, visitorFields } from "./visitor-fields.ts";

const visibilityColumn: PrintedColumn = { header: "VISIBILITY", path: "visibility" };
const publishedColumn: PrintedColumn = {
  header: "PUBLISHED",
  path: "published",
  as: "flag",
  means: { yes: "good" },
};

const record: readonly PrintedColumn[] = [
  idColumn,
  titleColumn,
  { header: "TYPE", path: "type" },
  visibilityColumn,
  publishedColumn,
  { header: "SPACES", path: "siteSpaces", as: "number" },
  { header: "BASENAME", path: "basename" },
  { header: "HOSTNAME", path: "hostname" },
  { header: "PROXY", path: "proxy.origin", wide: true },
  { header: "PROXY TARGET", path: "proxy.target", wide: true },
  { header: "ADAPTIVE CONTENT", path: "adaptiveContent.enabled", as: "flag" },
  { header: "DEFAULT LEVEL", path: "defaultLevel", nothing: "none" },
  { header: "AGENTS CONTEXT", path: "agentsContext" },
  createdColumn,
  addressColumn,
  { header: "PUBLISHED URL", path: "urls.published", as: "address", wide: true },
];

const structure = custom({
  summary: contract.structure.summary,
  fields: getCommandFields(contract.structure),
  arguments: ["siteId"],
  operations: [contract.structure],
  list: true,
  examples: ["site structure Docs", "site structure Docs --json > structure.json"],
  load: () => import("../features/sites/structure.ts").then((m) => m.showStructure),
});

const createNeighborField = (where: "before" | "after") =>
  optional(text(`Place it right ${where} this sibling`, { placeholder: "item" }));

const sort = custom({
  summary: contract.sort.summary,
  fields: {
    organizationId: getCommandFields(contract.sort).organizationId,
    siteId: getCommandFields(contract.sort).siteId,
    item: text(
      "Item to move, by id or name, or as section:ID, group:ID, link:ID or site-space:ID",
      {
        placeholder: "item",
      },
    ),
    before: createNeighborField("before"),
    after: createNeighborField("after"),
  },
  arguments: ["item"],
  operations: [contract.sort, contract.structure],
  isWrite: true,
  examples: [
    "site sort guides --site Docs --before Product",
    "site sort group:Product --site Docs --after section:guides",
  ],
  load: () => import("../features/sites/sort.ts").then((m) => m.sortSite),
});

const preview = custom({
  summary: "Open a preview of a site in the browser, optionally as a visitor",
  fields: {
    organizationId: getCommandFields(siteContent.preview).organizationId,
    siteId: getCommandFields(siteContent.preview).siteId,
    at: getCommandFields(siteContent.preview).siteSpace,
    ...visitorFields,
    renderer: optional(
      text("URL of the hosted platform's renderer to use", {
        placeholder: "url",
      }),
    ),
    browser: optional(
      boolean("Open the browser; --no-browser prints the URL instead", { default: true }),
    ),
  },
  arguments: ["siteId"],
  operations: [siteContent.preview],
  examples: [
    "site preview Docs",
    "site preview Docs --claims claims.json --as-visitor ada@example.com",
    "site preview Docs --renderer http://localhost:3000",
  ],
  load: () => import("../features/sites/preview.ts").then((m) => m.previewSite),
});

const exportSite = custom({
  summary: "Export a published site as static files",
  fields: {
    organizationId: contract.get.input.organizationId,
    siteId: contract.get.input.siteId,
    folder: text("Folder for the files", { placeholder: "folder" }),
    ...visitorFields,
    public: optional(boolean("Export the content that all visitors see (default)")),
  },
  arguments: ["siteId", "folder"],
  operations: [contract.get, contract.structure, siteContent.preview, redirectContract.list],
  examples: [
    "site export Docs public",
    "site export Docs internal --as-visitor ada@example.com",
    "site export Docs customers --claims claims.json",
  ],
  load: () => import("../features/sites/export/export-site.ts").then((m) => m.exportSite),
});

const visitorToken = custom({
  summary: "Create a visitor token, signed with the key of the site",
  fields: {
    organizationId: getCommandFields(contract.get).organizationId,
    siteId: getCommandFields(contract.get).siteId,
    claims,
    expires: optional(
      text("Lifetime or expiry of the token, such as 15m, 7d or 'tomorrow 08:00'; default 1h", {
        format: "date-time",
      }),
    ),
  },
  arguments: ["siteId"],
  operations: [authContract.get, contract.get],
  examples: [
    "site visitor-token Docs",
    "site visitor-token Docs --claims claims.json --expires 7d --json token",
  ],
  load: () => import("../features/sites/visitor-token.ts").then((m) => m.signVisitorToken),
});

/** Target of a URL, or the sign-in URL of its visitors. */
const resolved: readonly PrintedColumn[] = [
  { header: "SITE", path: "site", refers: "site" },
  { header: "SECTION", path: "siteSection", as: "id", refers: "siteSection" },
  { header: "SITE SPACE", path: "siteSpace", as: "id", refers: "siteSpace" },
  { header: "SPACE", path: "space", refers: "space" },
  { header: "PATH", path: "pathname" },
  { header: "URL", path: "canonicalUrl", as: "address", wide: true },
  { header: "SIGN-IN URL", path: "redirect", as: "address", wide: true },
];

/** @throws UsageError for claims that are neither JSON nor pairs; the API does not read files */
function withWrittenClaims({ claims: text, ...input }: JsonObject): JsonObject {
  if (typeof text !== "string") return input;
  const parsed = parseClaims(text);
  if (parsed === undefined) {
    throw new UsageError(
      `--claims must be JSON or claim=value pairs, not ${JSON.stringify(text)}.`,
      "tome site published --help",
    );
  }
  return { ...input, claims: writeJson(parsed) };
}

export const commands = noun({
  summary: "Manage sites, which publish spaces to visitors",
  own: "site",
  verbs: {
    list: query(contract.list, {
      columns: [
        idColumn,
        titleColumn,
        visibilityColumn,
        publishedColumn,
        { header: "SPACES", path: "siteSpaces", as: "number" },
        createdColumn,
      ],
      emptyText: "No sites match.",
      examples: ["site list --published", "site list --space Handbook --json id,title"],
    }),
    create: mutation(contract.create, {
      doneText: 'Created the site "{title}" ({id}).',
      ...checkTitle("site"),
      promptField: "title",
      toOutcome: describeSharing("Created"),
      nextStep: "To publish it: tome site publish {id}",
      columns: record,
      examples: ['site create --title "Lumen docs" --space Handbook --space Drafts'],
    }),
    get: query(contract.get, { columns: record, examples: ["site get Docs"] }),
    update: mutation(contract.update, {
      doneText: 'Changed the site "{title}" ({id}).',
      toOutcome: describeSharing("Changed"),
      loadNextStep: async () => async (context, sent, answer) =>
        sent.visibility === "share-link"
          ? (await import("../features/sites/share-link-hint.ts")).describeShareLinks(
              context,
              answer,
            )
          : typeof sent.hostname === "string"
            ? `To show the DNS record to create: tome hostname get ${sent.hostname}`
            : undefined,
      columns: record,
      examples: [
        "site update Docs --visibility share-link",
        "site update Docs --proxy example.com/docs",
        "site update Docs --default-site-section guides",
      ],
    }),
    delete: mutation(contract.remove, {
      doneText: 'Deleted the site "{title}" ({siteId}). Its spaces are kept.',
      absentText: "Site {siteId} not found. No changes were made.",
      confirm: {
        question:
          'Delete the site "{title}" ({siteId}) permanently, with its structure and settings? Its spaces are kept.',
        read: contract.get,
      },
      examples: ["site delete Docs --yes"],
    }),
    "integration-scripts": query(integration.listScripts, {
      listIn: ".",
      columns: [
        { header: "SCRIPT", path: "script", as: "address" },
        { header: "COOKIES", path: "cookies", as: "flag" },
        { header: "POLICY", path: "contentSecurityPolicy", wide: true },
      ],
      emptyText: "No integration adds a script to the site.",
      examples: ["site integration-scripts Docs"],
    }),
    integrations: query(integration.listForSite, {
      columns: integrationColumns,
      listIn: "items",
      emptyText: "No integrations installed on the site.",
      examples: ["site integrations Docs"],
    }),
    "apply-template": mutation(template.apply, {
      doneText: "Filled the site {siteId} with sample sections and pages.",
      nextStep: "To show the structure: tome site structure {siteId}",
      examples: ["site apply-template Docs"],
    }),
    publish: mutation(contract.publish, {
      doneText: 'Published the site "{title}" ({id}).',
      toOutcome: describePublication(true),
      columns: record,
      examples: ["site publish Docs"],
    }),
    unpublish: mutation(contract.unpublish, {
      doneText: 'Unpublished the site "{title}" ({id}).',
      toOutcome: describePublication(false),
      columns: record,
      confirm: {
        question: 'Unpublish the site "{title}" ({siteId})? Visitors lose access immediately.',
        read: contract.get,
      },
    }),
    published: query(contract.published, {
      toRequest: withWrittenClaims,
      present: (record, context) =>
        import("../features/sites/published-view.ts").then((m) => m.viewPublished(record, context)),
      columns: [
        { header: "ID", path: "site.id", as: "id" },
        { header: "TITLE", path: "site.title", as: "title", wide: true },
        { header: "VISIBILITY", path: "site.visibility" },
        { header: "STRUCTURE", path: "structure.type" },
        { header: "PUBLISHED URL", path: "site.urls.published", as: "address", wide: true },
      ],
      examples: [
        "site published Docs --json",
        "site published Docs --claims plan=pro,isBetaUser=true",
      ],
    }),
    resolve: query(url.resolve, {
      arguments: ["url"],
      columns: resolved,
      examples: [
        "site resolve https://docs.example.com/help/guide/start",
        "site resolve http://docs.acme.site.localhost:4000/support --unsigned-claims '{\"showsSupport\": true}'",
      ],
    }),
    lookup: query(url.getPublished, {
      arguments: ["url"],
      columns: resolved,
      examples: ["site lookup https://docs.example.com/help/guide/start"],
    }),
    ask,
    chat,
    search: query(siteContent.search, {
      arguments: ["siteId", "query"],
      columns: [
        ...spaceSearchColumns.map((column) =>
          column.path === "id" ? { ...column, header: "ID" } : column,
        ),
        { header: "RECORD URL", path: "url", as: "address", wide: true },
      ],
      emptyText: "No results.",
      examples: [
        'site search Docs "rate limit"',
        "site search Docs install --json title,pages.path",
      ],
    }),
    prewarm: mutation(siteContent.prewarm, {
      doneText: "Built the search index of the site {siteId}.",
      examples: ["site prewarm Docs"],
    }),
    insights,
    "style-guide": styleGuide,
    preview,
    export: exportSite,
    "visitor-token": visitorToken,
    structure,
    sort,
    section,
    "section-group": sectionGroup,
    space,
    "external-link": externalLink,
    redirect,
    "share-link": shareLink,
    "mcp-server": mcpServer,
    channel,
    agent,
    ads,
    auth,
    customization,
    "adaptive-schema": adaptiveSchema,
    context,
    finding,
    scan,
    question,
    answer,
    topic,
    permission: createPermissionCommands("site", permissions, contract.get),
  },
});

/** `tome site redirect`. */
import type { PrintedColumn } from "../context.ts";
import * as page from "../contract/page.ts";
import * as site from "../contract/site.ts";
import * as contract from "../contract/site-redirect.ts";
import { IncompleteError } from "../errors.ts";
import { asObjects } from "../json/values.ts";
import { createdColumn, idColumn, updatedColumn } from "./columns.ts";
import { text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, mutation, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  idColumn,
  { header: "SOURCE", path: "source", as: "title", wide: true },
  { header: "TARGET", path: "target", wide: true },
  { header: "TO", path: "destination.kind" },
  { header: "URL", path: "destination.url", as: "address", wide: true },
  { header: "PAGE", path: "destination.pageId", wide: true },
  { header: "SITE SPACE", path: "destination.siteSpaceId", wide: true },
  { header: "SECTION", path: "destination.siteSectionId" },
  { header: "CAPTURE", path: "captureWildcard", as: "flag", usual: "no" },
  { header: "PERMANENT", path: "permanent", as: "flag", usual: "no" },
  { header: "DRAFT", path: "draft", as: "flag", usual: "no" },
  createdColumn,
  updatedColumn,
];

const to = text("Destination: a path on the site such as /guides/install, or a URL", {
  placeholder: "to",
});
const { destination: _, ...created } = getCommandFields(contract.create);
const { destination: __, ...changed } = getCommandFields(contract.update);

export const commands = noun({
  summary: "Manage the redirects of a site",
  own: "siteRedirect",
  verbs: {
    list: query(contract.list, {
      columns,
      titleLookup: {
        paths: ["destination.pageId", "destination.siteSpaceId", "destination.siteSectionId"],
        within: "siteId",
        from: () =>
          import("../features/sites/redirect-titles.ts").then((m) => m.fetchDestinationTitles),
      },
      emptyText: "No redirects match.",
      describeScope: ({ draft, automatic }) =>
        draft === undefined && automatic === undefined
          ? "Active redirects only. Use --draft to list drafts, --automatic to list former URLs."
          : undefined,
      findIncomplete: ({ items }, { automatic }) =>
        automatic === true && asObjects(items).some(({ target }) => target === undefined)
          ? new IncompleteError("partial", "This platform does not list automatic redirects.")
          : undefined,
      order: ({ automatic }) => (automatic === true ? undefined : "Newest first."),
      examples: ["site redirect list --site Docs", "site redirect list --site Docs --automatic"],
    }),
    get: query(contract.resolve, {
      arguments: ["source"],
      columns: [
        { header: "ID", path: "redirect.id", as: "id" },
        { header: "SOURCE", path: "redirect.source", as: "title", wide: true },
        { header: "TARGET", path: "target", as: "address", wide: true },
        { header: "PERMANENT", path: "redirect.permanent", as: "flag" },
        { header: "CAPTURE", path: "redirect.captureWildcard", as: "flag" },
      ],
      examples: ["site redirect get /old/install --site Docs"],
    }),
    create: custom({
      summary: contract.create.summary,
      fields: { ...created, to },
      arguments: ["source"],
      operations: [contract.create, site.structure, site.get, page.getByPath],
      isWrite: true,
      examples: [
        "site redirect create /old/install --to /guides/install --site Docs",
        "site redirect create /blog/* --to https://blog.example.com --capture --permanent --site Docs",
      ],
      load: () => import("../features/sites/redirect.ts").then((m) => m.createRedirect),
    }),
    update: custom({
      summary: contract.update.summary,
      fields: { ...changed, to: { ...to, optional: true } },
      arguments: ["siteRedirectId"],
      operations: [contract.update, site.structure, site.get, page.getByPath],
      isWrite: true,
      examples: [
        "site redirect update /old/install --to /guides/setup --site Docs",
        "site redirect update /old/install --no-draft --site Docs",
      ],
      load: () => import("../features/sites/redirect.ts").then((m) => m.updateRedirect),
    }),
    delete: mutation(contract.remove, {
      doneText: "Deleted the redirect {siteRedirectId}.",
      absentText: "Redirect {siteRedirectId} not found. No changes were made.",
      confirm: {
        question: "Delete the redirect {siteRedirect}? Its path will return 404.",
        names: [
          {
            field: "siteRedirectId",
            endpoints: contract.list,
            describe: ({ id, source }) => `${source} (${id})`,
          },
        ],
      },
      examples: ["site redirect delete /old/install --site Docs --yes"],
    }),
    put: custom({
      summary: contract.put.summary,
      fields: {
        organizationId: getCommandFields(contract.put).organizationId,
        siteId: getCommandFields(contract.put).siteId,
        file: text(
          "CSV, NDJSON or JSON file with source, destination and optional intent; - for standard input",
          { placeholder: "file" },
        ),
      },
      operations: [contract.put, site.structure, site.get, page.getByPath],
      list: true,
      isWrite: true,
      mayPrompt: true,
      hasFindings: true,
      examples: [
        "site redirect put --file redirects.csv --site Docs",
        "site redirect put --file redirects.csv --site Docs --dry-run",
      ],
      load: () => import("../features/sites/redirect-put.ts").then((m) => m.putRedirects),
    }),
  },
});

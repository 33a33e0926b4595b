/** `tome site finding` and `tome site scan`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/site-finding.ts";
import * as scan from "../contract/site-scan.ts";
import { createdColumn, idColumn, titleColumn, updatedColumn } from "./columns.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, mutation, noun, query } from "./verb.ts";
import { waitFields } from "./wait-fields.ts";

const columns: readonly PrintedColumn[] = [
  idColumn,
  titleColumn,
  { header: "STATUS", path: "status" },
  { header: "SEVERITY", path: "severity" },
  { header: "TYPE", path: "type" },
  updatedColumn,
];

const scanColumns: readonly PrintedColumn[] = [
  idColumn,
  { header: "STATUS", path: "status" },
  { header: "HIGH", path: "findings.high", as: "number" },
  { header: "MEDIUM", path: "findings.medium", as: "number" },
  { header: "LOW", path: "findings.low", as: "number" },
  { header: "FINISHED", path: "finishedAt", as: "time" },
  { header: "ERROR", path: "failureMessage", wide: true },
];

export const findings = noun({
  summary: "Review findings of a site: broken links and other problems",
  own: "finding",
  verbs: {
    list: query(contract.list, {
      columns,
      emptyText: "No findings match.",
      examples: [
        "site finding list --site Docs",
        "site finding list --status open --order-by severity --site Docs",
      ],
    }),
    get: query(contract.get, {
      columns: [
        ...columns,
        {
          header: "DESCRIPTION",
          path: "description.nodes.nodes.leaves.text",
          as: "text",
          wide: true,
        },
        { header: "PAGES", path: "pages", as: "number" },
        { header: "CHANGE REQUESTS", path: "changeRequests", as: "number" },
        { header: "SCAN", path: "scan", as: "id" },
        createdColumn,
      ],
      examples: ["site finding get F1 --site Docs"],
    }),
    update: mutation(contract.update, {
      doneText: 'Set the finding "{title}" ({id}) to {status}.',
      columns,
      examples: [
        "site finding update F1 --status done --site Docs",
        "site finding update F1 --status canceled --site Docs",
      ],
    }),
    pages: query(contract.pages, {
      columns: [
        { header: "PAGE", path: "page.id", as: "id" },
        { header: "TITLE", path: "page.title", as: "title", wide: true },
        { header: "PATH", path: "page.path", wide: true },
        { header: "SPACE", path: "spaceId", refers: "space" },
      ],
      emptyText: "The finding has no pages.",
      examples: ["site finding pages F1 --site Docs"],
    }),
    "change-requests": query(contract.changeRequests, {
      columns: [
        { header: "NUMBER", path: "number", as: "number" },
        { header: "SUBJECT", path: "subject", as: "title", wide: true },
        { header: "STATUS", path: "status" },
        updatedColumn,
      ],
      emptyText: "The finding has no change requests.",
      examples: ["site finding change-requests F1 --site Docs"],
    }),
    questions: query(contract.questions, {
      columns: [
        idColumn,
        { header: "QUESTION", path: "question", as: "title", wide: true },
        { header: "ASKED", path: "askedAt", as: "time" },
      ],
      emptyText: "The finding has no questions.",
      examples: ["site finding questions F1 --site Docs"],
    }),
    records: query(contract.records, {
      columns: [
        idColumn,
        titleColumn,
        { header: "CONNECTOR", path: "connector" },
        { header: "URL", path: "urls.source", as: "address", wide: true },
      ],
      emptyText: "The finding has no context records.",
      examples: ["site finding records F1 --site Docs"],
    }),
    fix: custom({
      summary: contract.fix.summary,
      fields: { ...getCommandFields(contract.fix), ...waitFields },
      arguments: ["siteFindingId"],
      operations: [contract.fix, contract.changeRequests],
      isWrite: true,
      examples: ["site finding fix F1 --site Docs --wait"],
      load: () => import("../features/sites/finding-fix.ts").then((m) => m.fixFinding),
    }),
    stats: query(contract.stats, {
      columns: [
        { header: "TOTAL", path: "total", as: "number" },
        { header: "OPEN", path: "statuses.open", as: "number" },
        { header: "RESOLVED", path: "statuses.done", as: "number" },
        { header: "DISMISSED", path: "statuses.canceled", as: "number" },
        { header: "HIGH", path: "severities.high", as: "number" },
        { header: "MEDIUM", path: "severities.medium", as: "number" },
        { header: "LOW", path: "severities.low", as: "number" },
      ],
      examples: ["site finding stats --site Docs", "site finding stats --status open --site Docs"],
    }),
  },
});

export const scans = noun({
  summary: "Show scans of a site for content problems",
  own: "scan",
  verbs: {
    list: query(scan.list, {
      columns: scanColumns,
      emptyText: "No scans.",
      order: "Newest first.",
      examples: ["site scan list --site Docs"],
    }),
    get: query(scan.get, { columns: scanColumns, examples: ["site scan get S1 --site Docs"] }),
  },
});

/** `tome site context`: records and connections. */
import type { PrintedColumn } from "../context.ts";
import * as connection from "../contract/site-context-connection.ts";
import * as record from "../contract/site-context-record.ts";
import { createdColumn, idColumn, titleColumn } from "./columns.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, mutation, noun, query } from "./verb.ts";
import { waitFields } from "./wait-fields.ts";

const recordColumns: readonly PrintedColumn[] = [
  idColumn,
  titleColumn,
  { header: "TYPE", path: "type" },
  { header: "CONNECTOR", path: "connector" },
  { header: "CONNECTION", path: "connection", as: "id" },
  createdColumn,
  { header: "URL", path: "urls.source", as: "address", wide: true },
];

const connectionColumns: readonly PrintedColumn[] = [
  idColumn,
  { header: "CONNECTOR", path: "connector" },
  { header: "LABEL", path: "label", as: "title", wide: true },
  { header: "STATUS", path: "status" },
  { header: "RECORDS", path: "records", as: "number" },
  { header: "SEARCH", path: "usageSettings.search", as: "flag" },
  { header: "FILTER", path: "filter", wide: true },
  { header: "SYNCED", path: "syncedAt", as: "time" },
  { header: "ERROR", path: "failureMessage", wide: true },
];

const records = noun({
  summary: "Manage context records: tickets and documents of other systems",
  own: "contextRecord",
  verbs: {
    list: query(record.list, {
      titleLookup: { paths: ["connection"], within: "siteId", from: async () => connection.list },
      columns: recordColumns,
      emptyText: "No context records.",
      order: "Newest first.",
      examples: [
        "site context record list --site Docs",
        "site context record list --type ticket --site Docs",
      ],
    }),
    get: query(record.get, {
      columns: recordColumns,
      examples: ["site context record get R1 --site Docs"],
    }),
    put: mutation(record.put, {
      doneText: "Stored the context records.",
      examples: [
        "site context record put --file records.json --site Docs",
        "site context record put --file - --site Docs",
      ],
    }),
  },
});

const connections = noun({
  summary: "Manage context connections, the sources of context records",
  own: "contextConnection",
  verbs: {
    list: query(connection.list, {
      columns: connectionColumns,
      emptyText: "No context connections.",
      order: "Oldest first.",
      examples: ["site context connection list --site Docs"],
    }),
    get: query(connection.get, {
      columns: connectionColumns,
      examples: ["site context connection get C1 --site Docs"],
    }),
    create: mutation(connection.create, {
      doneText: "Created the context connection {id} ({connector}).",
      columns: connectionColumns,
      examples: [
        "site context connection create builtin:github-issues --repository acme/docs --token-file token.txt --site Docs",
        "site context connection create builtin:api --site Docs",
      ],
      arguments: ["connector"],
    }),
    update: mutation(connection.update, {
      doneText: "Changed the context connection {id}.",
      columns: connectionColumns,
      examples: [
        "site context connection update C1 --label Issues --filter bug --site Docs",
        "site context connection update C1 --token-file token.txt --site Docs",
      ],
    }),
    delete: mutation(connection.remove, {
      doneText: "Deleted the context connection {siteContextConnectionId} and its records.",
      absentText: "Context connection {siteContextConnectionId} not found. No changes were made.",
      confirm: {
        question: "Delete the context connection {siteContextConnectionId} and its records?",
      },
      examples: ["site context connection delete C1 --site Docs --yes"],
    }),
    sync: custom({
      summary: connection.sync.summary,
      fields: { ...getCommandFields(connection.sync), ...waitFields },
      arguments: ["siteContextConnectionId"],
      operations: [connection.sync, connection.get],
      isWrite: true,
      examples: ["site context connection sync C1 --site Docs --wait"],
      load: () => import("../features/sites/context-sync.ts").then((m) => m.syncConnection),
    }),
    test: query(connection.test, {
      columns: [
        { header: "SUCCESS", path: "success", as: "flag", means: { yes: "good", no: "bad" } },
        { header: "ERROR", path: "error", wide: true },
      ],
      examples: ["site context connection test C1 --site Docs"],
    }),
  },
});

export const commands = noun({
  summary: "Manage the context of a site: records and connections",
  verbs: { record: records, connection: connections },
});

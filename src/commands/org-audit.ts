/** `tome org audit`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/audit-event.ts";
import { boolean, optional } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, noun, query } from "./verb.ts";

/** Time, actor, action and its number of repetitions come first; ids come last and are dropped first on narrow terminals. */
const columns: readonly PrintedColumn[] = [
  { header: "TIME", path: "occurredAt", as: "time" },
  { header: "ACTOR", path: "actor.label" },
  { header: "ACTION", path: "action" },
  { header: "TIMES", path: "occurrences" },
  { header: "TYPE", path: "target.type" },
  { header: "TARGET", path: "target.label", wide: true },
  { header: "TARGET ID", path: "target.id" },
];

const { page: _, limit: __, ...filters } = getCommandFields(contract.list);

export const commands = noun({
  summary: "Show the audit log of an organization",
  own: "auditEvent",
  verbs: {
    list: query(contract.list, {
      columns: [
        ...columns,
        { header: "ID", path: "id" },
        { header: "LAST TIME", path: "lastOccurredAt", as: "time" },
      ],
      order: "Newest first, repeated events by their first time.",
      emptyText: "No audit events match.",
      examples: [
        "org audit list --since yesterday",
        "org audit list --since 12h --action deleteSpaceById",
        "org audit list --actor ada@example.com --since 2026-03-01 --until 2026-03-08",
      ],
    }),
    export: custom({
      summary: "Export audit events as a table with names, such as CSV or NDJSON",
      fields: {
        ...filters,
        details: optional(
          boolean("Add reason, token, IP address and program, with one request for each event"),
        ),
      },
      operations: [contract.list, contract.actions, contract.get],
      list: true,
      examples: [
        "org audit export --since 2026-03-01 --until 2026-03-31 --all --format csv > march.csv",
        "org audit export --action failSignIn --details --format ndjson",
      ],
      load: () => import("../features/organization/audit-export.ts").then((m) => m.exportAudit),
    }),
    get: query(contract.get, {
      columns: [
        ...columns,
        { header: "LAST TIME", path: "lastOccurredAt", as: "time" },
        { header: "INPUT", path: "payload.values" },
        { header: "TOKEN", path: "payload.token" },
        { header: "FROM", path: "payload.address" },
        { header: "FORWARDED FOR", path: "payload.forwardedFor" },
        { header: "PROGRAM", path: "payload.userAgent" },
        { header: "REQUEST", path: "executionId" },
      ],
      examples: ["org audit get 0b5c6f0e-7a52-4c52-9d3a-6b1f0e2d4c11 --json payload"],
    }),
    actions: query(contract.actions, {
      columns: [
        { header: "ACTION", path: "id" },
        { header: "SUMMARY", path: "label", wide: true },
      ],
      listIn: "items",
    }),
  },
});

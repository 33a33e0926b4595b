/** `tome site agent`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/site-agent.ts";
import { findingChangeRequests, topicScans } from "../contract/site-agent-values.ts";
import { updatedColumn } from "./columns.ts";
import { enumeration, json, optional } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  { header: "TOPIC SCANS", path: "scans.topics" },
  { header: "CHANGE REQUESTS", path: "findings.changeRequests" },
  updatedColumn,
  { header: "UPDATED BY", path: "updatedBy" },
];

const { organizationId, siteId } = getCommandFields(contract.put);
/** Declared separately, because a literal inside a field definition loses its type. */
const loadDocumentModel = () => import("../contract/document.model.ts").then((m) => m.document);

export const commands = noun({
  summary: "Manage the settings of the agent that edits the content of a site",
  verbs: {
    view: query(contract.get, {
      columns,
      examples: ["site agent view --site Docs", "site agent view --site Docs --json editing"],
    }),
    update: custom({
      summary: "Change the agent settings of a site; other settings keep their values",
      fields: {
        organizationId,
        siteId,
        scans: optional(
          enumeration(topicScans, "When topics are scanned for findings", { flag: "topic-scans" }),
        ),
        changeRequests: optional(
          enumeration(
            findingChangeRequests,
            "Findings for which the agent creates change requests",
          ),
        ),
        text: optional(
          json(loadDocumentModel, "Instructions for editing, in Markdown", {
            markdown: "document",
            flag: "instructions",
          }),
        ),
        file: optional(
          json(loadDocumentModel, "Markdown file with the instructions, - for standard input", {
            markdown: "document",
            flag: "instructions-file",
            placeholder: "file",
            fromFile: true,
          }),
        ),
      },
      operations: [contract.get, contract.put],
      isWrite: true,
      examples: [
        "site agent update --topic-scans auto --change-requests auto-fixable --site Docs",
        "site agent update --instructions-file style.md --site Docs",
      ],
      load: () => import("../features/sites/agent-settings.ts").then((m) => m.update),
    }),
  },
});

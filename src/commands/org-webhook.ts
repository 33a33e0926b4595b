/** `tome org webhook`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/webhook.ts";
import { checkTitle } from "./check-title.ts";
import { createdColumn, idColumn, updatedColumn } from "./columns.ts";
import { mutation, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  idColumn,
  { header: "URL", path: "url", as: "address", wide: true },
  { header: "EVENTS", path: "events", as: "list", wide: true },
  { header: "ACTIVE", path: "active", as: "flag", usual: "yes" },
  { header: "PROBLEM", path: "problem", wide: true },
  createdColumn,
];

const record: readonly PrintedColumn[] = [
  ...columns,
  { header: "SECRET", path: "secret", wide: true },
  { header: "PREVIOUS SECRET EXPIRES", path: "previousSecretExpiresAt", as: "time" },
  updatedColumn,
];

const deliveryColumns: readonly PrintedColumn[] = [
  idColumn,
  { header: "EVENT", path: "event", as: "title" },
  { header: "STATUS", path: "status", as: "state" },
  { header: "ATTEMPTS", path: "attempts", as: "number" },
  { header: "RESPONSE", path: "responseStatus", as: "number" },
  { header: "ERROR", path: "error", wide: true },
  createdColumn,
  { header: "NEXT ATTEMPT", path: "nextAttemptAt", as: "time" },
];

export const commands = noun({
  summary: "Manage the webhooks of an organization",
  own: "webhook",
  verbs: {
    list: query(contract.list, { columns, emptyText: "No webhooks.", order: "Oldest first." }),
    get: query(contract.get, {
      columns: record,
      examples: ["org webhook get https://hooks.example.com/tome"],
    }),
    create: mutation(contract.create, {
      arguments: ["url"],
      doneText: 'Created the webhook "{url}" ({id}). Store its secret: it is not shown again.',
      ...checkTitle("webhook"),
      nextStep: "To send a test event: tome org webhook test {url}",
      columns: record,
      printedSecrets: ["secret"],
      examples: [
        "org webhook create https://hooks.example.com/tome",
        "org webhook create https://hooks.example.com/tome --event review.requested --event comment.created",
      ],
    }),
    update: mutation(contract.update, {
      doneText: "Changed the webhook {id}.",
      columns: record,
      examples: [
        "org webhook update https://hooks.example.com/tome --event change_request.merged",
        "org webhook update https://hooks.example.com/tome --no-active",
      ],
    }),
    delete: mutation(contract.remove, {
      doneText: "Deleted the webhook {webhookId}.",
      absentText: "Webhook {webhookId} not found. No changes were made.",
      confirm: { question: "Delete the webhook {webhookId}, its secret and its deliveries?" },
      examples: ["org webhook delete https://hooks.example.com/tome --yes"],
    }),
    rotate: mutation(contract.rotate, {
      doneText: "Replaced the secret of the webhook {webhookId}. Store it: it is not shown again.",
      nextStep: "To send a test event: tome org webhook test {webhookId}",
      columns: record,
      printedSecrets: ["secret"],
      confirm: {
        question:
          "Replace the signing secret of the webhook {webhookId}? After the overlap, the receiver must verify with the new one.",
      },
      examples: [
        "org webhook rotate https://hooks.example.com/tome --yes",
        "org webhook rotate https://hooks.example.com/tome --overlap 1 --yes",
        "org webhook rotate https://hooks.example.com/tome --secret-file secret.txt --overlap 0 --yes",
      ],
    }),
    test: mutation(contract.test, {
      doneText: "Queued the test event {id}.",
      nextStep: "To show its result: tome org webhook deliveries {webhookId}",
      columns: deliveryColumns,
      examples: ["org webhook test https://hooks.example.com/tome"],
    }),
    deliveries: query(contract.deliveries, {
      columns: deliveryColumns,
      emptyText: "No deliveries.",
      order: "Newest first.",
      examples: [
        "org webhook deliveries https://hooks.example.com/tome",
        "org webhook deliveries https://hooks.example.com/tome --filter status=failed",
      ],
    }),
  },
});

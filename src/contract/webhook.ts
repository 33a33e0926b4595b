/** Operations on the webhooks of an organization, which notify another system of events. */
import { endpoint, paging } from "./endpoint.ts";
import { boolean, enumeration, id, integer, list as listOf, optional, text } from "./fields.ts";
import { defaultOverlap, maxOverlap, webhookEvents, webhookSecret } from "./webhook-values.ts";

const loadModel = () => import("./webhook.model.ts").then((m) => m.webhook);
const organizationId = id("org");
const webhookId = id("webhook");
const target = text("URL that receives the events", {
  min: 1,
  max: 2048,
  format: "url",
  redacted: "address",
});
const events = listOf(enumeration(webhookEvents, "Event"), "Event to send; default all", {
  max: webhookEvents.length,
});
const createSecretField = (help: string) =>
  optional(text(help, { max: 128, pattern: webhookSecret, secret: "whole" }));
/** Only the creation and a rotation return it. */
const secretMembers = ["secret"];
const localOnly = true;

export const list = endpoint({
  summary: "List the webhooks of an organization",
  operation: "listOrganizationWebhooks",
  route: "GET /orgs/{organizationId}/webhooks",
  input: { organizationId, ...paging },
  output: () => import("./webhook.model.ts").then((m) => m.webhooks),
  list: true,
  secretMembers,
  localOnly,
});

export const get = endpoint({
  summary: "Show a webhook",
  operation: "getOrganizationWebhook",
  route: "GET /orgs/{organizationId}/webhooks/{webhookId}",
  input: { organizationId, webhookId },
  output: loadModel,
  secretMembers,
  localOnly,
});

export const create = endpoint({
  summary: "Create a webhook and show its signing secret once",
  operation: "createOrganizationWebhook",
  route: "POST /orgs/{organizationId}/webhooks",
  input: {
    organizationId,
    url: target,
    events: optional(events),
    secret: createSecretField("Signing secret; default a new one"),
  },
  output: loadModel,
  status: 201,
  location: true,
  secretMembers,
  localOnly,
});

export const update = endpoint({
  summary: "Change a webhook, deactivate it or activate it again",
  operation: "updateOrganizationWebhook",
  route: "PATCH /orgs/{organizationId}/webhooks/{webhookId}",
  input: {
    organizationId,
    webhookId,
    url: optional(target),
    events: optional(events),
    active: optional(boolean("Activate the webhook; --no-active deactivates it")),
  },
  output: loadModel,
  secretMembers,
  localOnly,
});

export const remove = endpoint({
  summary: "Delete a webhook",
  operation: "deleteOrganizationWebhook",
  route: "DELETE /orgs/{organizationId}/webhooks/{webhookId}",
  input: { organizationId, webhookId },
  localOnly,
});

export const rotate = endpoint({
  summary: "Replace the signing secret of a webhook and show the new one once",
  operation: "rotateOrganizationWebhookSecret",
  route: "POST /orgs/{organizationId}/webhooks/{webhookId}/rotate",
  input: {
    organizationId,
    webhookId,
    overlap: optional(
      integer("Hours during which deliveries are also signed with the previous secret", {
        min: 0,
        max: maxOverlap,
        default: defaultOverlap,
      }),
    ),
    secret: createSecretField("New signing secret; default a random one"),
  },
  output: loadModel,
  secretMembers,
  localOnly,
});

export const test = endpoint({
  summary: "Send a test event to a webhook",
  operation: "testOrganizationWebhook",
  route: "POST /orgs/{organizationId}/webhooks/{webhookId}/test",
  input: { organizationId, webhookId },
  output: () => import("./webhook.model.ts").then((m) => m.webhookDelivery),
  status: 201,
  localOnly,
});

export const deliveries = endpoint({
  summary: "List the deliveries of a webhook",
  operation: "listOrganizationWebhookDeliveries",
  route: "GET /orgs/{organizationId}/webhooks/{webhookId}/deliveries",
  input: { organizationId, webhookId, ...paging },
  output: () => import("./webhook.model.ts").then((m) => m.webhookDeliveries),
  list: true,
  localOnly,
});

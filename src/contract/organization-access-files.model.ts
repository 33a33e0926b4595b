/** Models of the files with the webhooks and the SAML providers of an organization. */
import * as z from "zod/mini";
import {
  address,
  createNamedModel,
  createTextModel,
  key,
  markSecret,
  moved,
  protect,
  roleOrGuest,
  withHelp,
} from "./organization-files-words.model.ts";
import { webhookEvents } from "./webhook-values.ts";

const webhook = z.strictObject({
  url: markSecret("URL that receives the events", address),
  events: z.optional(withHelp("Events to send; [] for all", z.array(z.enum(webhookEvents)))),
  active: z.optional(withHelp("false deactivates the webhook", z.boolean())),
  secret: z.optional(
    markSecret(
      "Signing secret from an environment variable; without it, apply creates one",
      createTextModel(128, 1),
    ),
  ),
  protect,
  moved,
});

export const webhooksFile = z.strictObject({
  webhooks: z.optional(z.nullable(z.record(key, webhook))),
});

const teamAddress = z.string().check(z.regex(/^teams\/.+/, "must be teams/<key>"));

const provider = z.strictObject({
  title: withHelp("Label on the sign-in page", createTextModel(30, 1)),
  entityID: z.optional(withHelp("Entity ID of the identity provider", createTextModel(1024))),
  ssoURL: z.optional(withHelp("Sign-in URL of the identity provider", address)),
  certificate: z.optional(
    withHelp("Certificates of the identity provider, as PEM", createTextModel(10_000, 1)),
  ),
  defaultRole: z.optional(withHelp("Role of users at their first sign-in", roleOrGuest)),
  defaultTeam: z.optional(withHelp("Team that users join at their first sign-in", teamAddress)),
  groupsAttribute: z.optional(
    withHelp("Attribute with the groups of users", z.nullable(createTextModel(512, 1))),
  ),
  groups: z.optional(
    withHelp(
      "Teams by group of the identity provider: teams/<key>, or a list of them",
      createNamedModel(z.union([teamAddress, z.array(teamAddress).check(z.minLength(1))])),
    ),
  ),
  protect,
  moved,
});

export const samlFile = z.strictObject({
  providers: z.optional(z.nullable(z.record(key, provider))),
});

export type WebhooksFile = z.infer<typeof webhooksFile>;
export type SamlFile = z.infer<typeof samlFile>;

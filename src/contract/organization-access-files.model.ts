/** Models of the files with the webhooks and the SAML providers of an organization. */
import * as z from "zod/mini";
import {
  address,
  boundedText,
  key,
  moved,
  named,
  protect,
  roleOrGuest,
  secret,
  told,
} from "./organization-files-words.model.ts";
import { webhookEvents } from "./webhook-values.ts";

const webhook = z.strictObject({
  url: secret("URL that receives the events", address),
  events: z.optional(told("Events to send; [] for all", z.array(z.enum(webhookEvents)))),
  active: z.optional(told("false deactivates the webhook", z.boolean())),
  secret: z.optional(
    secret(
      "Signing secret from an environment variable; without it, apply creates one",
      boundedText(128, 1),
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
  title: told("Label on the sign-in page", boundedText(30, 1)),
  entityID: z.optional(told("Entity ID of the identity provider", boundedText(1024))),
  ssoURL: z.optional(told("Sign-in URL of the identity provider", address)),
  certificate: z.optional(
    told("Certificates of the identity provider, as PEM", boundedText(10_000, 1)),
  ),
  defaultRole: z.optional(told("Role of users at their first sign-in", roleOrGuest)),
  defaultTeam: z.optional(told("Team that users join at their first sign-in", teamAddress)),
  groupsAttribute: z.optional(
    told("Attribute with the groups of users", z.nullable(boundedText(512, 1))),
  ),
  groups: z.optional(
    told(
      "Teams by group of the identity provider: teams/<key>, or a list of them",
      named(z.union([teamAddress, z.array(teamAddress).check(z.minLength(1))])),
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

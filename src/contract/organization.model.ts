/** An organization: the owner of collections, spaces, sites and members. */
import * as z from "zod/mini";
import { organizationMergeRules } from "./merge-rules.model.ts";
import { createPageModel, createPermissionsModel, open, role, time, url } from "./shared.model.ts";

const price = z.looseObject({ monthly: z.number(), yearly: z.number() });

/** Billing, which the local platform omits. */
const billing = z.looseObject({
  interval: z.optional(open(["monthly", "yearly"])),
  endDate: z.optional(time),
  hasPaymentFailed: z.optional(z.boolean()),
  isScheduledToCancel: z.optional(z.boolean()),
  pricing: z.optional(
    z.looseObject({
      members: z.optional(z.record(z.string(), price)),
      sites: z.optional(z.record(z.string(), price)),
    }),
  ),
  usageAddons: z.optional(z.record(z.string(), z.looseObject({ enabled: z.boolean() }))),
});

export const defaultContent = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("site"), site: z.string() }),
  z.looseObject({ type: z.literal("space"), space: z.string() }),
  z.looseObject({ type: z.literal("collection"), collection: z.string() }),
]);

export const organization = z.looseObject({
  object: z.literal("organization"),
  id: z.string(),
  title: z.string(),
  createdAt: time,
  emailDomains: z.array(z.string()),
  hostname: z.optional(z.string()),
  type: open(["business", "community"]),
  useCase: z.optional(z.string()),
  communityType: z.optional(open(["nonProfit", "openSource", "education"])),
  defaultRole: z.optional(z.nullable(role)),
  defaultContent: z.optional(z.nullable(defaultContent)),
  sso: z.optional(z.boolean()),
  ai: z.optional(z.boolean()),
  inviteLinks: z.boolean(),
  auditLogs: z.optional(z.boolean()),
  plan: z.string(),
  billing: z.optional(billing),
  mergeRules: organizationMergeRules,
  urls: z.looseObject({ location: url, app: url, logo: z.optional(url) }),
  trial: z.looseObject({
    status: open(["notapplicable", "none", "active", "ended", "expired"]),
    count: z.number(),
    endDate: z.optional(time),
    decision: z.optional(open(["downgrade"])),
  }),
  customHostname: z.optional(z.string()),
  blocked: z.optional(z.looseObject({ reason: z.string(), source: z.optional(z.string()) })),
  permissions: z.extend(
    createPermissionsModel([
      "view",
      "admin",
      "ownTeam",
      "createContent",
      "createOpenAPISpec",
      "ingestConversations",
      "viewBilling",
      "listMembers",
      "listTeams",
      "listIntegrations",
      "listInstallations",
      "installIntegration",
    ]),
    { access: z.optional(z.boolean()) },
  ),
});

export const organizations = createPageModel(organization);
export const organizationsOfDomain = z.looseObject({ organizations: z.array(organization) });

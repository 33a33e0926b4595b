/** Operations on organizations. */
import { searchQuery } from "./content-flags.ts";
import { endpoint, paging } from "./endpoint.ts";
import {
  boolean,
  enumeration,
  id,
  json,
  list as listOf,
  nullable,
  optional,
  pointer,
  text,
} from "./fields.ts";
import { approval, none } from "./merge-rule-words.ts";
import { inviteId } from "./people-fields.ts";
import { roles } from "./roles.ts";

const loadModel = () => import("./organization.model.ts").then((m) => m.organization);
/** Declared separately, because a literal inside a field definition loses its type. */
const mergeRules = () => import("./merge-rules.model.ts").then((m) => m.organizationMergeRules);
const loadAnything = () => import("./shared.model.ts").then((m) => m.object);
const organizationId = id("org");
const emailDomains = optional(
  listOf(text("domain", { max: 253 }), "Email domain whose users may join"),
);

export const list = endpoint({
  summary: "List your organizations",
  operation: "listOrganizationsForAuthenticatedUser",
  route: "GET /orgs",
  input: { ...paging },
  output: () => import("./organization.model.ts").then((m) => m.organizations),
  list: true,
});

export const create = endpoint({
  summary: "Create an organization",
  operation: "createOrganization",
  route: "POST /orgs",
  input: {
    title: text("Title", { min: 2, max: 255, syntax: "words" }),
    emailDomains,
    withDefaultSite: optional(boolean("Create a site as well", { default: false })),
    openapiUrl: optional(text("API specification for the site", { max: 2048, format: "url" })),
    onboardingPreferences: optional(json(loadAnything, "Purpose of the site")),
  },
  output: loadModel,
  status: 201,
  location: true,
  inQuery: ["withDefaultSite", "openapiUrl"],
  ignoredFields: [
    {
      path: "withDefaultSite",
      reason: "the local platform creates no site with an organization",
      exceptValues: [false],
    },
    { path: "openapiUrl", reason: "the local platform creates no site with an organization" },
    {
      path: "onboardingPreferences",
      reason: "the local platform creates no site with an organization",
    },
  ],
  extension: true,
});

export const get = endpoint({
  summary: "Show an organization",
  operation: "getOrganizationById",
  route: "GET /orgs/{organizationId}",
  input: { organizationId },
  output: loadModel,
});

export const update = endpoint({
  summary: "Change an organization's settings",
  operation: "updateOrganizationById",
  route: "PATCH /orgs/{organizationId}",
  input: {
    organizationId,
    title: optional(text("Title", { min: 2, max: 255, syntax: "words" })),
    emailDomains,
    hostname: optional(
      text("Default hostname of public content", {
        min: 3,
        max: 32,
        pattern: {
          source: "^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$",
          means: "lowercase letters, digits and hyphens; no hyphen at the start or end",
        },
      }),
    ),
    defaultRole: optional(
      nullable(enumeration(roles, "Role of users who join; guest grants no role")),
    ),
    defaultContent: optional(
      nullable(
        pointer(
          ["site", "space", "collection"],
          "Landing page of members: site:ID, space:ID or collection:ID",
        ),
      ),
    ),
    logo: optional(nullable(text("URL of the logo", { max: 2048, format: "url" }))),
    sso: optional(boolean("Require single sign-on for all members")),
    ai: optional(boolean("Enable AI features")),
    inviteLinks: optional(boolean("Enable invite links")),
    mergeRules: optional(
      json(
        mergeRules,
        'Merge requirements of all spaces that inherit them; "approval" requires another user\'s approval',
        { words: { none, approval } },
      ),
    ),
  },
  output: loadModel,
});

export const join = endpoint({
  summary: "Join an organization that accepts your email domain",
  operation: "joinOrganization",
  route: "POST /orgs/{organizationId}/join",
  input: { organizationId },
  status: 204,
});

export const deleteInvite = endpoint({
  summary: "Delete an invite link",
  operation: "deleteOrganizationInviteById",
  route: "DELETE /orgs/{organizationId}/link-invites/{inviteId}",
  input: { organizationId, inviteId },
});

export const forDomain = endpoint({
  summary: "List the organizations that accept an email domain",
  operation: "getOrganizationsForEmailDomain",
  route: "GET /email-domains/{emailDomain}/orgs",
  input: { emailDomain: text("Email domain", { max: 253 }) },
  output: () => import("./organization.model.ts").then((m) => m.organizationsOfDomain),
});

export const search = endpoint({
  summary: "Search the pages that you can read in an organization",
  operation: "searchOrganizationContent",
  route: "GET /orgs/{organizationId}/search",
  input: { organizationId, query: searchQuery, ...paging },
  output: () => import("./search.model.ts").then((m) => m.spaceResults),
  list: true,
});

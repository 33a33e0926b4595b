/** The operations on organizations, the owners of everything else. */
import { searchQuery } from "./content-flags.ts";
import { endpoint, paging } from "./endpoint.ts";
import {
  enumeration,
  flag,
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

const model = () => import("./organization.model.ts").then((m) => m.organization);
/** A constant of its own: written inside a field, its type would be lost. */
const mergeRules = () => import("./merge-rules.model.ts").then((m) => m.organizationMergeRules);
const anything = () => import("./shared.model.ts").then((m) => m.object);
const organizationId = id("org");
const emailDomains = optional(
  listOf(text("domain", { max: 253 }), "Email domain whose people may join", {
    flag: "email-domain",
    placeholder: "domain",
  }),
);

export const list = endpoint({
  does: "List the organizations you belong to",
  operation: "listOrganizationsForAuthenticatedUser",
  route: "GET /orgs",
  input: { ...paging },
  output: () => import("./organization.model.ts").then((m) => m.organizations),
  list: true,
});

export const create = endpoint({
  does: "Create an organization with you as its admin",
  operation: "createOrganization",
  route: "POST /orgs",
  input: {
    title: text("Title", { min: 2, max: 255, syntax: "words" }),
    emailDomains,
    withDefaultSite: optional(flag("Make a docs site in it too", { default: false })),
    openapiUrl: optional(text("API specification for that site", { max: 2048, format: "url" })),
    onboardingPreferences: optional(
      json(anything, "What that site is for", { placeholder: "JSON" }),
    ),
  },
  output: model,
  status: 201,
  location: true,
  inQuery: ["withDefaultSite", "openapiUrl"],
  unheeded: [
    { path: "withDefaultSite", why: "no site is made with an organization here", unless: [false] },
    { path: "openapiUrl", why: "no site is made with an organization here" },
    { path: "onboardingPreferences", why: "no site is made with an organization here" },
  ],
  extension: true,
});

export const get = endpoint({
  does: "Show an organization",
  operation: "getOrganizationById",
  route: "GET /orgs/{organizationId}",
  input: { organizationId },
  output: model,
});

export const update = endpoint({
  does: "Change an organization's settings",
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
          means: "small letters, digits and hyphens, with no hyphen at an end",
        },
      }),
    ),
    defaultRole: optional(
      nullable(
        enumeration(roles, "Role of people who join; guest means none", {
          nullWord: "guest",
          placeholder: "role|guest",
        }),
      ),
    ),
    defaultContent: optional(
      nullable(
        pointer(
          ["site", "space", "collection"],
          "What members see first: site:ID, space:ID or collection:ID",
        ),
      ),
    ),
    logo: optional(nullable(text("Address of the logo", { max: 2048, format: "url" }))),
    sso: optional(flag("Enforce single sign-on for everyone")),
    ai: optional(flag("Switch the AI features on")),
    inviteLinks: optional(flag("Allow invite links")),
    mergeRules: optional(
      json(
        mergeRules,
        "What a change request needs to be merged, in every space that inherits; approval is one of somebody else",
        { placeholder: "none|approval|JSON", words: { none, approval } },
      ),
    ),
  },
  output: model,
});

export const join = endpoint({
  does: "Join an organization that allows your email domain",
  operation: "joinOrganization",
  route: "POST /orgs/{organizationId}/join",
  input: { organizationId },
  status: 204,
});

export const deleteInvite = endpoint({
  does: "Delete an invite link",
  operation: "deleteOrganizationInviteById",
  route: "DELETE /orgs/{organizationId}/link-invites/{inviteId}",
  input: { organizationId, inviteId },
});

export const forDomain = endpoint({
  does: "List the organizations that an email domain may join",
  operation: "getOrganizationsForEmailDomain",
  route: "GET /email-domains/{emailDomain}/orgs",
  input: { emailDomain: text("Email domain", { max: 253, placeholder: "email-domain" }) },
  output: () => import("./organization.model.ts").then((m) => m.organizationsOfDomain),
});

export const search = endpoint({
  does: "Search the pages of all spaces of an organization that you may read",
  operation: "searchOrganizationContent",
  route: "GET /orgs/{organizationId}/search",
  input: { organizationId, query: searchQuery, ...paging },
  output: () => import("./search.model.ts").then((m) => m.spaceResults),
  list: true,
});

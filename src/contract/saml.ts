/** Operations on SAML providers. */
import { endpoint, paging } from "./endpoint.ts";
import { id, json, nullable, optional, text } from "./fields.ts";
import { createRoleField } from "./people-fields.ts";

const loadModel = () => import("./saml.model.ts").then((m) => m.samlProvider);
const loadGroupsModel = () => import("./saml.model.ts").then((m) => m.samlGroups);
const organizationId = id("org");
const samlProviderId = id("provider");
const label = text("Label on the sign-in page", { min: 1, max: 30, syntax: "words" });

const settings = {
  entityID: optional(text("Entity ID of the identity provider", { max: 1024 })),
  certificate: optional(
    text("Certificates of the identity provider: PEM, DER or metadata", {
      max: 10_000,
      syntax: "certificate",
    }),
  ),
  ssoURL: optional(
    text("Sign-in URL of the identity provider", {
      max: 2048,
      format: "url",
    }),
  ),
  defaultTeam: optional(id("team", "Team that users join at their first sign-in")),
  defaultRole: optional(createRoleField("Role of users at their first sign-in")),
  groupsAttribute: optional(
    nullable(text("Attribute with the groups of users", { min: 1, max: 512 })),
  ),
  groups: optional(
    json(loadGroupsModel, "Groups and the ids of their teams, replacing existing ones"),
  ),
};

export const list = endpoint({
  summary: "List the SAML providers of an organization",
  operation: "listSAMLProvidersInOrganizationById",
  route: "GET /orgs/{organizationId}/saml",
  input: { organizationId, ...paging },
  output: () => import("./saml.model.ts").then((m) => m.samlProviders),
  list: true,
});

export const create = endpoint({
  summary: "Create a SAML provider",
  operation: "createOrganizationSAMLProvider",
  route: "POST /orgs/{organizationId}/saml",
  input: { organizationId, label, ...settings },
  output: loadModel,
  status: 201,
  location: true,
});

export const get = endpoint({
  summary: "Show a SAML provider",
  operation: "getOrganizationSAMLProviderById",
  route: "GET /orgs/{organizationId}/saml/{samlProviderId}",
  input: { organizationId, samlProviderId },
  output: loadModel,
});

export const update = endpoint({
  summary: "Change a SAML provider",
  operation: "updateOrganizationSAMLProvider",
  route: "PATCH /orgs/{organizationId}/saml/{samlProviderId}",
  input: { organizationId, samlProviderId, label: optional(label), ...settings },
  output: loadModel,
});

export const remove = endpoint({
  summary: "Delete a SAML provider",
  operation: "deleteOrganizationSAMLProvider",
  route: "DELETE /orgs/{organizationId}/saml/{samlProviderId}",
  input: { organizationId, samlProviderId },
});

/** Operations on domains that an organization claims. */
import { endpoint, paging } from "./endpoint.ts";
import { id, text } from "./fields.ts";

const loadModel = () => import("./organization-domain.model.ts").then((m) => m.organizationDomain);
const organizationId = id("org");
const domain = text("Domain, such as example.com", { max: 253 });

export const list = endpoint({
  summary: "List the domains that an organization claims",
  operation: "listOrganizationDomains",
  route: "GET /orgs/{organizationId}/domains",
  input: { organizationId, ...paging },
  output: () => import("./organization-domain.model.ts").then((m) => m.organizationDomains),
  list: true,
  localOnly: true,
});

export const get = endpoint({
  summary: "Show a domain that an organization claims",
  operation: "getOrganizationDomain",
  route: "GET /orgs/{organizationId}/domains/{domain}",
  input: { organizationId, domain },
  output: loadModel,
  localOnly: true,
});

export const add = endpoint({
  summary: "Claim a domain for an organization",
  operation: "addOrganizationDomain",
  route: "POST /orgs/{organizationId}/domains",
  input: { organizationId, domain },
  output: loadModel,
  status: 201,
  localOnly: true,
});

export const check = endpoint({
  summary: "Look up the TXT record that verifies a domain",
  operation: "checkOrganizationDomain",
  route: "POST /orgs/{organizationId}/domains/{domain}/check",
  input: { organizationId, domain },
  status: 204,
  localOnly: true,
});

export const remove = endpoint({
  summary: "Release a domain",
  operation: "removeOrganizationDomain",
  route: "DELETE /orgs/{organizationId}/domains/{domain}",
  input: { organizationId, domain },
  localOnly: true,
});

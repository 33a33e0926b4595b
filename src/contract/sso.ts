/** Operations on single sign-on providers. */
import { endpoint } from "./endpoint.ts";
import { id } from "./fields.ts";

export const list = endpoint({
  summary: "List the single sign-on providers of an organization",
  operation: "listSSOProviderLoginsInOrganization",
  route: "GET /orgs/{organizationId}/sso",
  input: { organizationId: id("org") },
  output: () => import("./sso.model.ts").then((m) => m.logins),
});

/** Operations on the visitor authentication of a site. */
import { endpoint } from "./endpoint.ts";
import { enumeration, id, nullable, optional, text } from "./fields.ts";
import { authBackends } from "./site-values.ts";

const loadModel = () => import("./site-auth.model.ts").then((m) => m.publishingAuth);
const organizationId = id("org");
const siteId = id("site");
const secretMembers = ["privateKey"];

const createUrlField = (help: string) =>
  optional(nullable(text(help, { max: 2048, format: "url" })));

export const get = endpoint({
  summary: "Show the visitor authentication of a site and its signing key",
  operation: "getSitePublishingAuthById",
  route: "GET /orgs/{organizationId}/sites/{siteId}/publishing/auth",
  input: { organizationId, siteId },
  output: loadModel,
  secretMembers,
  extension: true,
});

export const update = endpoint({
  summary: "Change the visitor authentication of a site",
  operation: "updateSitePublishingAuthById",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}/publishing/auth",
  input: {
    organizationId,
    siteId,
    backend: optional(
      enumeration(authBackends, "Authentication backend: your server or an integration"),
    ),
    fallbackURL: createUrlField("URL of the sign-in page for visitors without a valid token"),
    logoutURL: createUrlField("URL of the sign-out page"),
  },
  output: loadModel,
  secretMembers,
  extension: true,
});

export const regenerate = endpoint({
  summary: "Replace the signing key for visitor tokens of a site",
  operation: "regenerateSitePublishingAuthById",
  route: "POST /orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate",
  input: { organizationId, siteId },
  output: loadModel,
  secretMembers,
  extension: true,
});

/** The operations on how visitors of a docs site sign in. */
import { endpoint } from "./endpoint.ts";
import { enumeration, id, nullable, optional, text } from "./fields.ts";
import { authBackends } from "./site-values.ts";

const model = () => import("./site-auth.model.ts").then((m) => m.publishingAuth);
const organizationId = id("org");
const siteId = id("site");
const secretMembers = ["privateKey"];

const address = (help: string) =>
  optional(nullable(text(help, { max: 2048, format: "url", placeholder: "address" })));

export const get = endpoint({
  does: "Show how visitors of a docs site sign in, and the key that signs their tokens",
  operation: "getSitePublishingAuthById",
  route: "GET /orgs/{organizationId}/sites/{siteId}/publishing/auth",
  input: { organizationId, siteId },
  output: model,
  secretMembers,
  extension: true,
});

export const update = endpoint({
  does: "Change how visitors of a docs site sign in",
  operation: "updateSitePublishingAuthById",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}/publishing/auth",
  input: {
    organizationId,
    siteId,
    backend: optional(
      enumeration(authBackends, "What signs visitors in: your own server, or an integration"),
    ),
    fallbackURL: address("Where visitors go to sign in, if they have no valid token"),
    logoutURL: address("Where visitors go to sign out"),
  },
  output: model,
  secretMembers,
  extension: true,
});

export const regenerate = endpoint({
  does: "Replace the key that signs the tokens of a docs site's visitors",
  operation: "regenerateSitePublishingAuthById",
  route: "POST /orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate",
  input: { organizationId, siteId },
  output: model,
  secretMembers,
  extension: true,
});

/** SAML sign-in in a browser, for private sites and for `tome auth login --web`. */
import type { Area } from "../../core/area.ts";

const saml = "/v1/orgs/{organizationId}/saml/{samlProviderId}";

export const signIn: Area = {
  routes: [],
  publicRoutes: [
    {
      route: `GET ${saml}/metadata`,
      access: "anyone",
      load: () => import("./identity-provider.ts").then((m) => m.answerMetadata),
    },
    {
      route: `GET ${saml}/start`,
      access: "anyone",
      load: () => import("./start.ts").then((m) => m.start),
    },
    {
      route: `POST ${saml}/acs`,
      access: "anyone",
      fromOtherSites: true,
      load: () => import("./saml-acs.ts").then((m) => m.consume),
    },
    {
      route: `GET ${saml}/arrive`,
      access: "anyone",
      load: () => import("./finish.ts").then((m) => m.arrive),
    },
    {
      route: "GET /_signin",
      access: "anyone",
      load: () => import("./sign-in-page.ts").then((m) => m.signInPage),
    },
    {
      route: "POST /_signin/out",
      access: "anyone",
      load: () => import("./sign-in-page.ts").then((m) => m.signOut),
    },
    {
      route: "GET /_signin/to",
      access: "anyone",
      load: () => import("./site-handover.ts").then((m) => m.handOver),
    },
    {
      route: "GET /_signin/tool",
      access: "anyone",
      load: () => import("./cli-login.ts").then((m) => m.askForTool),
    },
    {
      route: "POST /_signin/tool",
      access: "anyone",
      load: () => import("./cli-login.ts").then((m) => m.allowTool),
    },
    {
      route: "POST /v1/sign-in/token",
      access: "anyone",
      load: () => import("./cli-token.ts").then((m) => m.exchangeCode),
    },
    {
      route: "POST /v1/sign-in/end",
      access: "anyone",
      load: () => import("./cli-token.ts").then((m) => m.endToken),
    },
  ],
};

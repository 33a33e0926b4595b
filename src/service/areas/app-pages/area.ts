/** Workspace pages: read-only pages of the resources of the API for a browser. */
import { ApiError } from "../../../errors.ts";
import type { Area } from "../../core/area.ts";
import type { PublicHandler, PublicRoute } from "../../core/public-route.ts";
import type { AppPageReader } from "./layout.ts";

/** Any other URL below the path of the pages. */
const readNothing: AppPageReader = () =>
  Promise.reject(new ApiError(404, "This page does not exist."));

const changeRequest = "/_app/spaces/{spaceId}/change-requests/{changeRequestId}";

const pages = [
  ["/_app/{path*}", () => Promise.resolve(readNothing)],
  ["/_app/", () => import("./workspace-pages.ts").then((m) => m.readWorkspace)],
  ["/_app", () => import("./workspace-pages.ts").then((m) => m.readWorkspace)],
  [
    "/_app/orgs/{organizationId}",
    () => import("./workspace-pages.ts").then((m) => m.readOrganization),
  ],
  [
    "/_app/orgs/{organizationId}/sites/{siteId}",
    () => import("./site-page.ts").then((m) => m.readSite),
  ],
  [
    "/_app/collections/{collectionId}",
    () => import("./workspace-pages.ts").then((m) => m.readCollection),
  ],
  ["/_app/spaces/{spaceId}", () => import("./space-page.ts").then((m) => m.readSpace)],
  [
    "/_app/spaces/{spaceId}/page/{pageId}",
    () => import("./content-page.ts").then((m) => m.readPage),
  ],
  [changeRequest, () => import("./change-request-page.ts").then((m) => m.readChangeRequest)],
  [`${changeRequest}/preview`, () => import("./change-request-page.ts").then((m) => m.openPreview)],
  [
    `${changeRequest}/page/{pageId}`,
    () => import("./content-page.ts").then((m) => m.readChangedPage),
  ],
] as const satisfies readonly (readonly [string, () => Promise<AppPageReader>])[];

async function createHandler(load: () => Promise<AppPageReader>): Promise<PublicHandler> {
  const { createAppPage } = await import("./layout.ts");
  return createAppPage(await load());
}

export const appPages: Area = {
  routes: [],
  publicRoutes: [
    ...pages.map(
      ([path, load]): PublicRoute => ({
        route: `GET ${path}`,
        access: "session",
        load: () => createHandler(load),
      }),
    ),
    {
      route: "GET /_app/enter",
      access: "anyone",
      load: () => import("./sign-in-link.ts").then((m) => m.enter),
    },
    {
      route: "POST /_app/sign-out",
      access: "anyone",
      load: () => import("./sign-in-link.ts").then((m) => m.signOut),
    },
    {
      route: "GET /v1/sign-in/link",
      access: "user",
      load: () => import("./sign-in-link.ts").then((m) => m.createSignInLink),
    },
  ],
};

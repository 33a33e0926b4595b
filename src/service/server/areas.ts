/** The list of all areas of the platform, and the tables assembled from their declarations. */
import { agents } from "../areas/agents/area.ts";
import { appPages } from "../areas/app-pages/area.ts";
import { createAuditArea } from "../areas/audit/area.ts";
import { changeRequests } from "../areas/change-requests/area.ts";
import { comments } from "../areas/comments/area.ts";
import { content } from "../areas/content/area.ts";
import { conversations } from "../areas/conversations/area.ts";
import { fonts } from "../areas/fonts/area.ts";
import { git } from "../areas/git/area.ts";
import { imports } from "../areas/imports/area.ts";
import { insights } from "../areas/insights/area.ts";
import { createEventsArea } from "../areas/integration-events/area.ts";
import { integrations } from "../areas/integrations/area.ts";
import { openapi } from "../areas/openapi/area.ts";
import { people } from "../areas/people/area.ts";
import { questions } from "../areas/questions/area.ts";
import { signIn } from "../areas/sign-in/area.ts";
import { siteContext } from "../areas/site-context/area.ts";
import { siteFindings } from "../areas/site-findings/area.ts";
import { siteLookup } from "../areas/site-lookup/area.ts";
import { siteHosts, siteReader } from "../areas/site-reader/area.ts";
import { siteStructure } from "../areas/site-structure/area.ts";
import { sites } from "../areas/sites/area.ts";
import { styleguides } from "../areas/styleguides/area.ts";
import { translations } from "../areas/translations/area.ts";
import { webhooks } from "../areas/webhooks/area.ts";
import { workspace } from "../areas/workspace/area.ts";
import type { Area, JobSettings } from "../core/area.ts";
import { createPlatformJob, createShortJob } from "../core/area.ts";
import type { Openers } from "../core/downloads.ts";
import type { PublicRoute } from "../core/public-route.ts";
import { listEndpoints, type RouteModule } from "../core/route-module.ts";
import type { JobKind } from "../jobs/job.ts";

/** In the order in which they seed the sample workspace; a space is purged in the reverse order. */
export const areas: readonly Area[] = [
  workspace,
  createEventsArea(
    () => import("../areas/integrations/runtime-request.ts").then((m) => m.writeForRuntime),
    () => import("../areas/integrations/running/run-event.ts").then((m) => m.runEvent),
    () => import("../areas/integrations/tunnel.ts").then((m) => m.tunnelPermission),
  ),
  sites,
  content,
  people,
  siteLookup,
  siteContext,
  siteFindings,
  siteStructure,
  styleguides,
  siteReader,
  insights,
  signIn,
  appPages,
  changeRequests,
  comments,
  integrations,
  git,
  imports,
  openapi,
  translations,
  conversations,
  questions,
  fonts,
  agents,
  webhooks,
  createAuditArea(() => listEndpoints(routeModules)),
];

export const routeModules: readonly RouteModule[] = areas.flatMap(({ routes }) => routes);

/** The route that serves its own hosts. */
export const hostRoute = siteHosts;

/** Each route checks access itself. */
export const publicRoutes: readonly PublicRoute[] = [
  ...areas.flatMap((area) => area.publicRoutes ?? []),
  {
    route: "GET /_download/{seal}/{kind}/{told}/{name}",
    access: "anyone",
    load: async () => (await import("../core/downloads.ts")).openDownload(downloads),
  },
];

const downloads: Openers = mergeTables(areas.map((area) => area.downloads ?? {}));

/** All job kinds. */
export function listJobKinds(settings: JobSettings): Readonly<Record<string, JobKind>> {
  return {
    "purge-space": createPlatformJob(
      "The deletion of the space was authorized; a restore before the purge cancels the job.",
      createShortJob(async () => {
        const { purgeSpace } = await import("./purge-space.ts");
        return purgeSpace(areas);
      }),
    ),
    ...mergeTables(areas.map((area) => area.jobs?.(settings) ?? {})),
  };
}

/** @throws Error if two areas use the same name, because one entry would be lost */
function mergeTables<T>(
  tables: readonly Readonly<Record<string, T>>[],
): Readonly<Record<string, T>> {
  const all = tables.flatMap((table) => Object.entries(table));
  const names = all.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`Two areas use the name ${twice}.`);
  return Object.fromEntries(all);
}

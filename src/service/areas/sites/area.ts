/** Sites: structure, URLs, visibility and customization. */
import { type Area, createLongJob, createRequestedJob } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const sites: Area = {
  routes: [
    createLazyModule(
      "site",
      () => import("../../../contract/site.ts"),
      () => import("./site.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-adaptive-schema",
      () => import("../../../contract/site-adaptive-schema.ts"),
      () => import("./visitors/site-adaptive-schema.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-permission",
      () => import("../../../contract/site-permission.ts"),
      () => import("./site-permission.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-auth",
      () => import("../../../contract/site-auth.ts"),
      () => import("./visitors/site-auth.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-customization",
      () => import("../../../contract/site-customization.ts"),
      () => import("./customization/site-customization.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-share-link",
      () => import("../../../contract/site-share-link.ts"),
      () => import("./visitors/site-share-link.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-external-link",
      () => import("../../../contract/site-external-link.ts"),
      () => import("./structure/site-external-link.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-mcp-server",
      () => import("../../../contract/site-mcp-server.ts"),
      () => import("./agents/site-mcp-server.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-channel",
      () => import("../../../contract/site-channel.ts"),
      () => import("./agents/site-channel.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-ads",
      () => import("../../../contract/site-ads.ts"),
      () => import("./site-ads.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-agent",
      () => import("../../../contract/site-agent.ts"),
      () => import("./agents/site-agent.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "hostname",
      () => import("../../../contract/hostname.ts"),
      () => import("./urls/hostname.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-section-group",
      () => import("../../../contract/site-section-group.ts"),
      () => import("./structure/site-section-group.ts").then((m) => m.handlers),
    ),
  ],
  jobs: () => ({
    "check-hostname": createRequestedJob(
      createLongJob(() => import("./urls/check-hostname.ts").then((m) => m.checkHostname)),
      () => import("./urls/check-hostname.ts").then((m) => m.hostnamePermission),
    ),
  }),
  seed: () => import("./sample.ts").then((m) => m.seedSites),
  purge: () => import("./structure/detach-space.ts").then((m) => m.removeFromSites),
};

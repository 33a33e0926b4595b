/** Uploaded files and custom fonts of organizations. */
import type { Area } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const fonts: Area = {
  routes: [
    createLazyModule(
      "font",
      () => import("../../../contract/font.ts"),
      () => import("./font.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "storage",
      () => import("../../../contract/storage.ts"),
      () => import("./uploads.ts").then((m) => m.handlers),
    ),
  ],
  publicRoutes: [
    {
      route: "PUT /_storage/{key*}",
      access: "anyone",
      name: "upload",
      load: () => import("./receive-upload.ts").then((m) => m.receiveUpload),
    },
    {
      route: "GET /_storage/{key*}",
      access: "anyone",
      name: "organization file",
      load: () => import("./receive-upload.ts").then((m) => m.openOrganizationFile),
    },
    {
      route: "GET /_font/{fontId}/{file}",
      access: "anyone",
      name: "font file",
      fromOtherSites: true,
      load: () => import("./font-download.ts").then((m) => m.openFontFile),
    },
  ],
};

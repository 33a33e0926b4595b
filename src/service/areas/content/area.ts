/** Pages, files, revisions, links, search and templates. */
import { type Area, createLongJob, createPlatformJob } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";
import { objectRemovalKind } from "./files/object-removal.ts";

export const content: Area = {
  routes: [
    createLazyModule(
      "content",
      () => import("../../../contract/content.ts"),
      () => import("./content.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "page",
      () => import("../../../contract/page.ts"),
      () => import("./page.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "file",
      () => import("../../../contract/file.ts"),
      () => import("./files/file.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "revision",
      () => import("../../../contract/revision.ts"),
      () => import("./revision.ts").then((m) => m.handlers),
    ),
  ],
  jobs: () => ({
    [objectRemovalKind]: createPlatformJob(
      "No file contents refer to the objects, and the retention has ended.",
      createLongJob(() => import("./files/remove-objects.ts").then((m) => m.removeUnusedObjects)),
    ),
  }),
  downloads: {
    file: () => import("./files/file-download.ts").then((m) => m.openFile),
    pdf: () => import("./texts/print-pdf.ts").then((m) => m.openPdf),
  },
  seed: () => import("./sample.ts").then((m) => m.seedContent),
  purge: () => import("./space-content.ts").then((m) => m.removeContent),
};

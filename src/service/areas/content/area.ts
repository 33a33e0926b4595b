/** Pages, files, revisions, links, search and templates. */
import type { Area } from "../../core/area.ts";
import { lateModule } from "../../core/route-module.ts";

export const content: Area = {
  routes: [
    lateModule(
      "content",
      () => import("../../../contract/content.ts"),
      () => import("./content.ts").then((m) => m.handlers),
    ),
    lateModule(
      "page",
      () => import("../../../contract/page.ts"),
      () => import("./page.ts").then((m) => m.handlers),
    ),
    lateModule(
      "file",
      () => import("../../../contract/file.ts"),
      () => import("./file.ts").then((m) => m.handlers),
    ),
    lateModule(
      "revision",
      () => import("../../../contract/revision.ts"),
      () => import("./revision.ts").then((m) => m.handlers),
    ),
  ],
  downloads: {
    file: () => import("./file-download.ts").then((m) => m.openFile),
    pdf: () => import("./print-pdf.ts").then((m) => m.openPdf),
  },
  seed: () => import("./sample.ts").then((m) => m.seedContent),
  purge: () => import("./space-content.ts").then((m) => m.removeContent),
};

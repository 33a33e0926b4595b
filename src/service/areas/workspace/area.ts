/** Organizations, collections and spaces. */
import type { Area } from "../../core/area.ts";
import { lateModule } from "../../core/route-module.ts";

export const workspace: Area = {
  routes: [
    lateModule(
      [
        "email-domains/*/orgs",
        "orgs",
        "orgs/*",
        "orgs/*/join",
        "orgs/*/link-invites",
        "orgs/*/search",
      ],
      () => import("../../../contract/organization.ts"),
      () => import("./organization.ts").then((m) => m.handlers),
    ),
    lateModule(
      [
        "collections/*",
        "collections/*/move",
        "collections/*/spaces",
        "collections/*/transfer",
        "orgs/*/collections",
      ],
      () => import("../../../contract/collection.ts"),
      () => import("./collection.ts").then((m) => m.handlers),
    ),
    lateModule(
      [
        "orgs/*/spaces",
        "spaces/*",
        "spaces/*/duplicate",
        "spaces/*/links",
        "spaces/*/move",
        "spaces/*/restore",
        "spaces/*/search",
        "spaces/*/transfer",
      ],
      () => import("../../../contract/space.ts"),
      () => import("./space.ts").then((m) => m.handlers),
    ),
    lateModule(
      ["orgs/*/agent-instructions"],
      () => import("../../../contract/org-instructions.ts"),
      () => import("./organization-instructions.ts").then((m) => m.handlers),
    ),
  ],
};

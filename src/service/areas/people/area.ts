/** Members, teams, invites, grants, single sign-on and visitors. */
import type { Area } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const people: Area = {
  routes: [
    createLazyModule(
      "user",
      () => import("../../../contract/user.ts"),
      () => import("./members/user.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "member",
      () => import("../../../contract/member.ts"),
      () => import("./members/member.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "team",
      () => import("../../../contract/team.ts"),
      () => import("./teams/team.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "organization-invite",
      () => import("../../../contract/organization-invite.ts"),
      () => import("./invitations/organization-invite.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "invitation",
      () => import("../../../contract/invitation.ts"),
      () => import("./invitations/invitation.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "space-permission",
      () => import("../../../contract/space-permission.ts"),
      () => import("./grants/space-permission.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "collection-permission",
      () => import("../../../contract/collection-permission.ts"),
      () => import("./grants/collection-permission.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "saml",
      () => import("../../../contract/saml.ts"),
      () => import("./sso/saml.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "sso",
      () => import("../../../contract/sso.ts"),
      () => import("./sso/sso.ts").then((m) => m.handlers),
    ),
  ],
  publicRoutes: [
    {
      route: "GET /v1/users/{userId}",
      access: "user",
      load: () => import("./members/user-by-id.ts").then((m) => m.answerUser),
    },
  ],
  seed: () => import("./sample.ts").then((m) => m.seedPeopleSample),
};

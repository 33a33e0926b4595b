/** Comments and replies, in spaces and in change requests. */
import type { Area } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const comments: Area = {
  routes: [
    createLazyModule(
      "comment",
      () => import("../../../contract/comment.ts"),
      () => import("./comment.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "comment-reply",
      () => import("../../../contract/comment-reply.ts"),
      () => import("./comment-reply.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "cr-comment",
      () => import("../../../contract/cr-comment.ts"),
      () => import("./cr-comment.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "cr-comment-reply",
      () => import("../../../contract/cr-comment-reply.ts"),
      () => import("./cr-comment-reply.ts").then((m) => m.handlers),
    ),
  ],
  purge: () => import("./remove.ts").then((m) => m.removeComments),
};

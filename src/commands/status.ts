/** `tome status`. */
import * as changeRequest from "../contract/cr.ts";
import * as review from "../contract/cr-review.ts";
import { flag, optional } from "../contract/fields.ts";
import * as git from "../contract/git.ts";
import * as openapi from "../contract/openapi.ts";
import * as space from "../contract/space.ts";
import * as user from "../contract/user.ts";
import { task } from "./verb.ts";

export const command = task({
  does: "Show what waits for you: reviews, your change requests, what failed where you edit",
  fields: {
    organizationId: space.list.input.organizationId,
    all: optional(flag("Check the links of every space that you edit, not of 50 alone")),
    fail: optional(flag("End with exit code 10 if anything waits; checks every space")),
  },
  sends: [
    user.current,
    changeRequest.listInOrganization,
    changeRequest.changes,
    review.list,
    space.list,
    git.info,
    openapi.list,
    space.links,
  ],
  examples: ["status", "status --fail", "status --json reviews,changeRequests"],
  load: () => import("../features/status/status.ts").then((m) => m.status),
});

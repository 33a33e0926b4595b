/** `tome status`. */
import * as changeRequest from "../contract/cr.ts";
import * as review from "../contract/cr-review.ts";
import * as git from "../contract/git.ts";
import * as openapi from "../contract/openapi.ts";
import * as space from "../contract/space.ts";
import * as user from "../contract/user.ts";
import { failLevel } from "./fail-level.ts";
import { boolean, optional } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom } from "./verb.ts";

export const command = custom({
  summary: "Show items that need your attention: reviews, change requests, failures",
  fields: {
    organizationId: getCommandFields(space.list).organizationId,
    all: optional(boolean("Check the links of all spaces that you edit instead of 50")),
    fail: failLevel(["items"], "End with exit code 10 if there are items; checks all spaces"),
  },
  operations: [
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
  load: () => import("../features/status/status.ts").then((m) => m.showStatus),
});

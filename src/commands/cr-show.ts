/** Verbs of `tome cr` that show a change request. */
import * as contract from "../contract/cr.ts";
import * as review from "../contract/cr-review.ts";
import * as member from "../contract/member.ts";
import * as organization from "../contract/organization.ts";
import * as revision from "../contract/revision.ts";
import * as site from "../contract/site.ts";
import * as siteContent from "../contract/site-content.ts";
import * as siteSpace from "../contract/site-space.ts";
import * as space from "../contract/space.ts";
import * as user from "../contract/user.ts";
import { failLevel } from "./fail-level.ts";
import { boolean, enumeration, id, optional, text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom } from "./verb.ts";
import { visitorFields } from "./visitor-fields.ts";

const { spaceId, changeRequestId } = getCommandFields(contract.get);

export const diff = custom({
  summary: "Show the changes of a change request page by page",
  fields: {
    spaceId,
    changeRequestId,
    page: optional(text("Only this page, by id, path or title", { min: 1, placeholder: "page" })),
    stat: optional(boolean("List changed pages with line counts")),
    format: optional(
      enumeration(["patch"], "Print a patch for git apply, with each page as <path>.md"),
    ),
    fail: failLevel(["changes"], "End with exit code 10 if there are changes"),
    web: optional(boolean("Open the change request in the browser")),
  },
  arguments: ["changeRequestId"],
  operations: [contract.get, contract.changes, revision.get, revision.page],
  examples: [
    "cr diff 3 --space Handbook",
    "cr diff 3 --space Handbook --stat",
    "cr diff 3 --space Handbook --page guides/start",
    "cr diff 3 --space Handbook --format patch > changes.patch",
  ],
  load: () => import("../features/change-requests/diff.ts").then((m) => m.diff),
});

export const preview = custom({
  summary: "Preview a site with the changes of a change request",
  fields: {
    spaceId,
    changeRequestId,
    on: optional(id("site", "Site that shows the space; default a published one", { flag: "on" })),
    ...visitorFields,
    browser: optional(
      boolean("Open the browser; --no-browser prints the URL instead", { default: true }),
    ),
  },
  arguments: ["changeRequestId"],
  operations: [contract.get, space.get, site.list, siteSpace.list, siteContent.preview],
  examples: [
    "cr preview 3 --space Handbook",
    "cr preview 3 --space Handbook --on Docs --no-browser",
    "cr preview 3 --space Handbook --claims claims.json",
  ],
  load: () => import("../features/change-requests/preview.ts").then((m) => m.previewChangeRequest),
});

export const view = custom({
  summary: "Show the status of a change request: changes, conflicts, reviews, merge rules",
  fields: { spaceId, changeRequestId },
  arguments: ["changeRequestId"],
  operations: [
    contract.get,
    contract.changes,
    contract.list,
    review.list,
    review.requestedReviewers,
    space.get,
    organization.get,
    member.get,
    user.current,
  ],
  examples: [
    "cr view 3 --space Handbook",
    "cr view 3 --space Handbook --json requirements,reviewers",
  ],
  load: () => import("../features/change-requests/view.ts").then((m) => m.view),
});

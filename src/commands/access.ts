/** `tome access`. */

import * as member from "../contract/member.ts";
import { roles } from "../contract/roles.ts";
import * as user from "../contract/user.ts";
import { accessReads, permissions } from "./access-reads.ts";
import { failLevel } from "./fail-level.ts";
import { boolean, enumeration, id, list, optional, text } from "./fields.ts";
import { custom, noun } from "./verb.ts";

const organizationId = id("org");

export const commands = noun({
  summary: "Review access to content",
  verbs: {
    list: custom({
      summary: "List roles in all resources and the grants behind them",
      fields: {
        organizationId,
        userId: optional(id("user", "Only roles of this user")),
        teamId: optional(id("team", "Only roles granted by this team", { flag: "team" })),
        spaceId: optional(id("space", "Only users with access to this space")),
        collectionId: optional(id("collection", "Only users with access to this collection")),
        siteId: optional(id("site", "Only users with access to this site")),
        role: optional(
          enumeration([...roles, "guest"], "Only users with this role in the resource"),
        ),
        direct: optional(boolean("Only direct grants, without those of teams")),
      },
      list: true,
      operations: accessReads,
      examples: [
        "access list --space Handbook",
        "access list --user ada@example.com",
        "access list --role admin --format csv",
      ],
      load: () => import("../features/access/list.ts").then((m) => m.listAccess),
    }),
    review: custom({
      summary: "Save an access report for review, and compare it with an earlier one",
      fields: {
        organizationId,
        save: text("New folder for the report", { placeholder: "folder" }),
        since: optional(
          text("Folder of an earlier report to compare with", { placeholder: "folder" }),
        ),
        fail: failLevel(
          ["increases", "changes"],
          "End with exit code 10 if a role was added, removed or raised, or for any change",
        ),
      },
      list: true,
      hasFindings: true,
      operations: [user.current, ...accessReads],
      examples: [
        "access review --save reviews/2026-q3",
        "access review --save reviews/2026-q4 --since reviews/2026-q3 --fail",
      ],
      load: () => import("../features/access/review.ts").then((m) => m.review),
    }),
    apply: custom({
      summary: "Apply the decisions of an access review: keep, revoke or another role",
      fields: {
        organizationId,
        decisions: text("Copy of access.csv with the decisions", {
          placeholder: "decisions.csv",
        }),
        maxRemovals: optional(
          text("Maximum members and grants to remove (number or percentage)", {
            default: "99%",
            placeholder: "n|n%",
          }),
        ),
      },
      arguments: ["decisions"],
      isWrite: true,
      mayPrompt: true,
      operations: [
        user.current,
        ...accessReads,
        member.update,
        member.remove,
        ...permissions.flatMap(({ grant, removeUser }) => [grant, removeUser]),
      ],
      examples: ["access apply decisions.csv --dry-run", "access apply decisions.csv"],
      load: () => import("../features/access/apply.ts").then((m) => m.apply),
    }),
    explain: custom({
      summary: "Show the operations, OAuth scopes and roles that a command requires",
      fields: { command: list(text("Word"), "Command to explain, after --") },
      arguments: ["command"],
      list: true,
      examples: ["access explain -- space update Handbook --merge-rules none"],
      load: () => import("../features/access/explain.ts").then((m) => m.explain),
    }),
  },
});

/** `tome access`. */
import { enumeration, flag, id, list, optional, text } from "../contract/fields.ts";
import * as member from "../contract/member.ts";
import { roles } from "../contract/roles.ts";
import * as user from "../contract/user.ts";
import { accessReads, permissions } from "./access-reads.ts";
import { noun, task } from "./verb.ts";

const organizationId = id("org");

export const commands = noun({
  does: "See who has access to what, and why",
  verbs: {
    list: task({
      does: "List who has which role in what, and why",
      fields: {
        organizationId,
        userId: optional(id("user", "Only what this person has")),
        teamId: optional(id("team", "Only what people have by this team", { flag: "team" })),
        spaceId: optional(id("space", "Only who has access to this space")),
        collectionId: optional(id("collection", "Only who has access to this collection")),
        siteId: optional(id("site", "Only who has access to this docs site")),
        role: optional(enumeration([...roles, "guest"], "Only those with this role there")),
        direct: optional(flag("Only what was granted to people themselves, and not by a team")),
      },
      list: true,
      sends: accessReads,
      examples: [
        "access list --space Handbook",
        "access list --user ada@example.com",
        "access list --role admin --format csv",
      ],
      load: () => import("../features/access/list.ts").then((m) => m.listAccess),
    }),
    review: task({
      does: "Save who has access for a review, and compare it with an earlier one",
      fields: {
        organizationId,
        save: text("New folder for the review", { placeholder: "folder" }),
        since: optional(
          text("Folder of an earlier review; prints what differs", { placeholder: "folder" }),
        ),
        fail: optional(
          flag("End with exit code 10 if a role was added, removed or raised since then"),
        ),
      },
      list: true,
      finds: true,
      sends: [user.current, ...accessReads],
      examples: [
        "access review --save reviews/2026-q3",
        "access review --save reviews/2026-q4 --since reviews/2026-q3 --fail",
      ],
      load: () => import("../features/access/review.ts").then((m) => m.review),
    }),
    apply: task({
      does: "Carry out the decisions of a review: keep, revoke, or another role",
      fields: {
        organizationId,
        decisions: text("Copy of a review's access.csv with decisions in it", {
          placeholder: "decisions.csv",
        }),
      },
      arguments: ["decisions"],
      writes: true,
      asks: true,
      sends: [
        user.current,
        ...accessReads,
        member.update,
        member.remove,
        ...permissions.flatMap(({ grant, removeUser }) => [grant, removeUser]),
      ],
      examples: ["access apply decisions.csv --dry-run", "access apply decisions.csv"],
      load: () => import("../features/access/apply.ts").then((m) => m.apply),
    }),
    explain: task({
      does: "Show the operations, OAuth scopes and roles that a command needs; sends nothing",
      fields: { command: list(text("Word"), "The command, after --") },
      arguments: ["command"],
      list: true,
      examples: ["access explain -- space update Handbook --merge-rules none"],
      load: () => import("../features/access/explain.ts").then((m) => m.explain),
    }),
  },
});

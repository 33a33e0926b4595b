/** `tome site share-link`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/site-share-link.ts";
import { formatZonedTime } from "../json/local-time.ts";
import type { JsonObject } from "../json/values.ts";
import { asObject } from "../json/values.ts";
import { checkTitle } from "./check-title.ts";
import { createdColumn, idColumn } from "./columns.ts";
import { mutation, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  idColumn,
  { header: "NAME", path: "name", as: "title", wide: true },
  { header: "ACTIVE", path: "active", as: "flag", means: { yes: "good" } },
  createdColumn,
  { header: "EXPIRES", path: "expiresAt", as: "time" },
  { header: "LINK", path: "urls.published", as: "address", wide: true },
];

export const commands = noun({
  summary: "Manage share links, which open a site without signing in",
  own: "shareLink",
  verbs: {
    list: query(contract.list, {
      columns,
      emptyText: "No share links.",
      order: "Oldest first.",
      examples: ["site share-link list --site Docs"],
    }),
    create: mutation(contract.create, {
      doneText: 'Created the share link "{name}" ({id}).',
      ...checkTitle("shareLink"),
      toOutcome: describeCreated,
      loadNextStep: () =>
        import("../features/sites/share-link-hint.ts").then((m) => m.suggestAfterShareLink),
      columns,
      examples: [
        "site share-link create --name Reviewers --site Docs --json urls.published",
        "site share-link create --name Trial --expires-at 30d --site Docs",
      ],
    }),
    update: mutation(contract.update, {
      doneText: 'Changed the share link "{name}" ({id}).',
      toOutcome: describeChanged,
      columns,
      examples: [
        "site share-link update Reviewers --no-active --site Docs",
        'site share-link update Reviewers --name "Reviewers in May" --site Docs',
        "site share-link update Reviewers --no-expires-at --site Docs",
      ],
    }),
    delete: mutation(contract.remove, {
      doneText: "Deleted the share link {shareLinkId}. It is no longer valid.",
      absentText: "Share link {shareLinkId} not found. No changes were made.",
      confirm: {
        question: "Delete the share link {shareLink}? Its users lose access to the site.",
        names: [
          {
            field: "shareLinkId",
            endpoints: contract.list,
            describe: ({ id, name }) => `"${name}" (${id})`,
          },
        ],
      },
      examples: ["site share-link delete Reviewers --site Docs --yes"],
    }),
  },
});

/** A link has a URL once its site is published with the visibility share-link. */
function describeCreated({ id, name, urls, expiresAt }: JsonObject): string {
  const created = `Created the share link "${name}" (${id}).${describeExpiry(expiresAt)}`;
  if (asObject(urls).published !== undefined) return created;
  return `${created} It gets a URL when the site is published and its visibility is share-link.`;
}

function describeChanged(
  { id, name, expiresAt }: JsonObject,
  input: JsonObject,
): string | undefined {
  if (typeof input.expiresAt !== "string") return undefined;
  return `Changed the share link "${name}" (${id}).${describeExpiry(expiresAt)}`;
}

function describeExpiry(expiresAt: unknown): string {
  return typeof expiresAt === "string" ? ` It expires on ${formatZonedTime(expiresAt)}.` : "";
}

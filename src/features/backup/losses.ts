/** Data that a restore cannot bring back, in general and for the content of a backup. */
import type { JsonObject } from "../../context.ts";
import { counted } from "../../json/counted.ts";
import { readExactly } from "../../json/exact-reading.ts";
import { objectIn, objectsIn, textIn } from "../../json/values.ts";
import type { NewBackup } from "./folder.ts";
import type { Loss, SpaceRecord } from "./manifest.ts";
import { pagesIn, revisionName } from "./space-content.ts";

const always: readonly Loss[] = [
  { what: "revision history", why: "a restore creates new revisions" },
  {
    what: "authors and dates of comments",
    why: "comments are posted by the user who runs the restore",
  },
  { what: "resolved comments, reactions, and change requests", why: "they are not in the backup" },
  { what: "integration installations", why: "an admin must authorize each of them" },
  { what: "invites and members", why: "users must accept an invitation themselves" },
  { what: "secrets, such as share links and visitor keys", why: "a backup contains no secrets" },
];

/** @param backup must already contain the spaces */
export async function computeLosses(
  backup: NewBackup,
  spaces: readonly SpaceRecord[],
): Promise<readonly Loss[]> {
  let losses = always;
  for (const { key, title } of spaces) {
    const text = (await backup.read(`spaces/${key}/${revisionName}`)).toString();
    losses = losses.concat(lossesIn({ key, title }, objectIn(readExactly(text))));
  }
  return losses;
}

/** Content of a space that the API cannot create, and that is restored in another form. */
function lossesIn(
  { key, title }: Pick<SpaceRecord, "key" | "title">,
  revision: JsonObject,
): readonly Loss[] {
  const pages = pagesIn(revision);
  const spaceTitle = JSON.stringify(title);
  const count = (type: string) => pages.filter((page) => page.type === type).length;
  const losses: Loss[] = [];
  const add = (amount: number, one: string, many: string, why: string) => {
    if (amount === 0) return;
    const what = `${counted(amount, one, many)} in ${spaceTitle}`;
    losses.push({ what, why, space: key });
  };
  const noOperation = "the API cannot create them";
  add(count("group"), "group", "groups", `${noOperation}; each becomes an empty page`);
  add(
    count("link"),
    "link in the table of contents",
    "links in the table of contents",
    `${noOperation}; each becomes a page with the link`,
  );
  add(
    count("computed"),
    "computed page",
    "computed pages",
    `${noOperation}; each becomes an empty page`,
  );
  add(
    objectsIn(revision.reusableContents).length,
    "reusable content",
    "reusable contents",
    `${noOperation}; their text is inserted into the pages that include them`,
  );
  add(
    Object.keys(objectIn(revision.variables)).length,
    "variable",
    "variables",
    "the API cannot set them",
  );
  const large = objectsIn(revision.files).filter(({ size }) => Number(size) > largestUpload);
  for (const { name } of large) {
    losses.push({
      what: `the file ${JSON.stringify(textIn(name))} in ${spaceTitle}`,
      why: "it exceeds the maximum upload size",
      space: key,
    });
  }
  return losses;
}

/** Upload limit of the local platform, in bytes; other platforms may accept larger files. */
export const largestUpload = 1024 * 1024;

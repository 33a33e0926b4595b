/** What a restore does not bring back, or not as it was: always, and for what a backup holds. */
import type { JsonObject } from "../../context.ts";
import { counted } from "../../json/counted.ts";
import { readExactly } from "../../json/exact-reading.ts";
import { objectIn, objectsIn, textIn } from "../../json/values.ts";
import type { NewBackup } from "./folder.ts";
import type { Loss, SpaceRecord } from "./manifest.ts";
import { pagesIn, revisionName } from "./space-content.ts";

const always: readonly Loss[] = [
  { what: "the history of revisions", why: "revisions come about by edits alone" },
  { what: "who posted comments, and when", why: "a comment is posted by the one who restores it" },
  { what: "resolved comments, reactions, and change requests", why: "they are not in the backup" },
  { what: "installations of integrations", why: "each is authorized by a person" },
  { what: "invites and members", why: "people join by themselves" },
  { what: "secrets, such as share links and visitor keys", why: "no secret is in the backup" },
];

/** @param backup has the spaces already */
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

/** What of a space comes back as something else, as no operation creates it. */
function lossesIn(
  { key, title }: Pick<SpaceRecord, "key" | "title">,
  revision: JsonObject,
): readonly Loss[] {
  const pages = pagesIn(revision);
  const named = JSON.stringify(title);
  const count = (type: string) => pages.filter((page) => page.type === type).length;
  const losses: Loss[] = [];
  const add = (amount: number, one: string, many: string, why: string) => {
    if (amount === 0) return;
    const what = `${counted(amount, one, many)} of ${named}`;
    losses.push({ what, why, space: key });
  };
  const noOperation = "no operation creates them";
  add(count("group"), "group", "groups", `${noOperation}; each becomes a page without a text`);
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
    `${noOperation}; each becomes a page without a text`,
  );
  add(
    objectsIn(revision.reusableContents).length,
    "reusable content",
    "reusable contents",
    `${noOperation}; its text is put into the pages that include it`,
  );
  add(
    Object.keys(objectIn(revision.variables)).length,
    "variable",
    "variables",
    "no operation sets them",
  );
  const large = objectsIn(revision.files).filter(({ size }) => Number(size) > largestUpload);
  for (const { name } of large) {
    losses.push({
      what: `the file ${JSON.stringify(textIn(name))} of ${named}`,
      why: "it is larger than an upload may be",
      space: key,
    });
  }
  return losses;
}

/** In bytes. The embedded platform takes no more; what others take is tried. */
export const largestUpload = 1024 * 1024;

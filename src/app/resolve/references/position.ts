/**
 * References to a revision or comment by position: `latest`, and `latest~2` for the second one
 * before it.
 */
import type { ApiClient, NamedReference, NameLookup } from "../../../context.ts";
import { NameNotFoundError, UsageError } from "../../../errors.ts";
import { formatCount } from "../../../json/pluralize.ts";
import { asObject, asText, isList } from "../../../json/values.ts";
import { quoteReference } from "./reference-syntax.ts";

/** The maximum page size of the lists. */
const largestPage = 1000;

/**
 * @throws NameNotFoundError if there are too few; UsageError if the resource could not be confirmed before a
 *   destructive command, because another one may have become the latest
 */
export async function findByPosition(
  asked: NameLookup,
  client: ApiClient,
): Promise<NamedReference> {
  const { of, word, label, strict } = asked;
  if (strict) {
    throw new UsageError(
      `${quoteReference(label, word)} may have changed. Without a terminal for confirmation, this command accepts only the id.`,
    );
  }
  return of[0] === "comment" ? loadComment(asked, client) : loadRevision(asked, client);
}

async function loadComment(
  { word, label, within: { spaceId = "", changeRequestId } }: NameLookup,
  client: ApiClient,
): Promise<NamedReference> {
  const back = parseDistance(word);
  const listing = { spaceId, order: "desc" } as const;
  const size = Math.min(back + 1, largestPage);
  const pages =
    changeRequestId === undefined
      ? client.pages((await import("../../../contract/comment.ts")).list, listing, { size })
      : client.pages(
          (await import("../../../contract/cr-comment.ts")).list,
          { ...listing, changeRequestId },
          { size },
        );
  let count = 0;
  for await (const { items } of pages) {
    const found = items[back - count];
    if (found !== undefined) return { noun: "comment", id: asText(asObject(found).id) };
    count += items.length;
  }
  throw new NameNotFoundError(
    `No comment matches ${quoteReference(label, word)}. There ${count === 1 ? "is" : "are"} ${formatCount(count, "comment")}.`,
  );
}

/** The number of positions before the latest one. */
function parseDistance(word: string): number {
  return Number(word.split("~")[1] ?? 0);
}

async function loadRevision(
  { word, label, within: { spaceId = "" } }: NameLookup,
  client: ApiClient,
): Promise<NamedReference> {
  const space = (await import("../../../contract/space.ts")).get;
  const { get } = await import("../../../contract/revision.ts");
  const back = parseDistance(word);
  let id = asText(asObject((await client.call(space, { spaceId })).value).revision);
  for (let count = 0; count < back; count += 1) {
    const asked = { spaceId, revisionId: id, metadata: false, computed: false };
    const { parents } = asObject((await client.call(get, asked)).value);
    const before = isList(parents) ? asText(parents[0]) : "";
    if (before === "") {
      throw new NameNotFoundError(
        `No revision matches ${quoteReference(label, word)}. The space has ${formatCount(count + 1, "revision")}; the oldest is latest${count === 0 ? "" : `~${count}`}.`,
      );
    }
    id = before;
  }
  return { noun: "revision", id };
}

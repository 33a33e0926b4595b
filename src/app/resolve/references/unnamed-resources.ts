/** Resources without a name, listed by their text to pick from. */
import type { ApiClient, JsonObject, NameLookup, PickCandidate } from "../../../context.ts";
import type { Noun } from "../../../contract/nouns.ts";
import { asObject, asText } from "../../../json/values.ts";

/** The resources of a kind in a space or change request; empty for a kind that is not listed. */
export async function listUnnamed(
  of: Noun,
  { spaceId, changeRequestId }: NameLookup["within"],
  client: () => Promise<ApiClient>,
): Promise<readonly PickCandidate[]> {
  if (of !== "comment" || spaceId === undefined) return [];
  const opened = await client();
  const pages =
    changeRequestId === undefined
      ? opened.pages((await import("../../../contract/comment.ts")).list, { spaceId })
      : opened.pages((await import("../../../contract/cr-comment.ts")).list, {
          spaceId,
          changeRequestId,
        });
  const all: PickCandidate[] = [];
  for await (const { items } of pages) {
    for (const item of items) all.push(toCandidate(asObject(item)));
  }
  return all;
}

function toCandidate({ id, body, postedBy, postedAt, status }: JsonObject): PickCandidate {
  const words = asText(asObject(body).markdown).replace(/\s+/g, " ").trim();
  const author = asText(asObject(postedBy).displayName);
  const path = [author, asText(status)].filter((part) => part !== "").join(", ");
  return { id: asText(id), title: words || "(no text)", path, updated: asText(postedAt) };
}

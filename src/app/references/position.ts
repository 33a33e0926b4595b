/** A revision by its position: `latest`, and `latest~2` for the second one before it. */
import type { Client, NamedReference, NameLookup } from "../../context.ts";
import { NotNamed } from "../../errors.ts";
import { counted } from "../../json/counted.ts";
import { isList, objectIn, textIn } from "../../json/values.ts";

/** @throws NotNamed if the space has no revision that is so old */
export async function revisionAt(
  { word, label, within: { spaceId = "" } }: NameLookup,
  client: Client,
): Promise<NamedReference> {
  const space = (await import("../../contract/space.ts")).get;
  const { get } = await import("../../contract/revision.ts");
  const back = Number(word.split("~")[1] ?? 0);
  let id = textIn(objectIn((await client.call(space, { spaceId })).value).revision);
  for (let count = 0; count < back; count += 1) {
    const asked = { spaceId, revisionId: id, metadata: false, computed: false };
    const { parents } = objectIn((await client.call(get, asked)).value);
    const before = isList(parents) ? textIn(parents[0]) : "";
    if (before === "") {
      throw new NotNamed(
        `${label} ${JSON.stringify(word)} names no revision: the space has ${counted(count + 1, "revision")}, and the oldest is latest${count === 0 ? "" : `~${count}`}.`,
      );
    }
    id = before;
  }
  return { noun: "revision", id };
}

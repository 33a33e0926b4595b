/** Worker of the conversations benchmark: ingests and lists generated conversations, and compares clusters with topics. */
import { openService } from "../../src/service/service.ts";
import { generated, getPurity } from "../../test/service/areas/conversations/topics.ts";
import { get, send, timed } from "./asking.ts";

/** Maximum number of conversations in a request. */
const batch = 500;

export async function run(folder: string, count: number): Promise<Record<string, number>> {
  const service = await openService({ folder });
  const { items } = (await get(service, "/orgs")) as { items: { id: string }[] };
  const organization = `/orgs/${items[0]?.id}`;
  const made = generated(count);
  const milliseconds: Record<string, number> = {};
  milliseconds.ingest = await timed(async () => {
    for (let at = 0; at < made.length; at += batch) {
      const conversations = made.slice(at, at + batch).map((one) => one.conversation);
      await send(service, "POST", `${organization}/conversations`, JSON.stringify(conversations));
    }
  });
  milliseconds["cluster the rest"] = await timed(() => service.jobs.finish());
  const lists = ["conversations", "conversations-issues", "conversations-clusters"];
  for (const list of lists) {
    milliseconds[`list ${list}`] = await timed(() =>
      get(service, `${organization}/${list}?limit=50`),
    );
  }
  const rows = await service.db
    .selectFrom("conversation_issues")
    .select(["conversation_id", "cluster_id"])
    .execute();
  const topicOf = new Map(made.map(({ conversation, topic }) => [conversation.id, topic]));
  const assigned = rows.map((row) => ({
    cluster: row.cluster_id,
    topic: topicOf.get(row.conversation_id) ?? -1,
  }));
  milliseconds.clusters = new Set(assigned.map(({ cluster }) => cluster)).size;
  milliseconds.purity = getPurity(assigned);
  await service.close();
  return milliseconds;
}

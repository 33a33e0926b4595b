/** Refuses to store a description that would break clients of what is live. */
import type { Client, Context } from "../../context.ts";
import * as contract from "../../contract/openapi-version.ts";
import { Problem, Unsettled } from "../../errors.ts";
import { decodeText } from "../../files/file-rules.ts";
import { objectIn, textIn } from "../../json/values.ts";
import { compareAll, findingsOf, refuseUnread, sayCounts } from "./diff.ts";
import { describedBy } from "./source.ts";
import { listUncompared } from "./unread-parts.ts";

interface Target {
  readonly organizationId: string;
  readonly specSlug: string;
}

/**
 * Compares before anything is sent that changes something. Where nothing is live, nothing can break.
 * @param name of the new description, for messages
 * @throws Unsettled with each breaking change
 */
export async function refuseBreaking(
  context: Context,
  target: Target,
  source: { readonly text: string } | { readonly url: string },
  name: string,
  allowUnresolved: boolean,
): Promise<void> {
  // Of a file, before anything is sent.
  const file = "text" in source ? name : undefined;
  const read = "text" in source ? await describedBy({ name, text: source.text, file }) : undefined;
  if (read !== undefined && !allowUnresolved) await refuseUnread([read]);
  const client = await context.client({ lookup: true });
  const live = await client.call(contract.rawOfLatest, target).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  });
  const now = read ?? (await describedBy({ name, text: await download(client, source) }));
  if (live === undefined) {
    if (!allowUnresolved) await refuseUnread([now]);
    return;
  }
  const before = await describedBy({
    name: target.specSlug,
    text: textIn(objectIn(live.value).text),
    slug: target.specSlug,
  });
  if (!allowUnresolved) await refuseUnread([before, now], listUncompared(before.root, now.root));
  const rows = await compareAll(before, now);
  const breaking = rows.filter((row) => row.breaking);
  if (breaking.length === 0) return;
  const findings = findingsOf(breaking, now);
  for (const { message } of findings) context.terminal.warn(message);
  throw new Unsettled(
    "findings",
    `${sayCounts(rows)} Nothing was stored.`,
    `tome openapi diff ${target.specSlug} ${name}`,
    findings,
  );
}

async function download(
  client: Client,
  source: { readonly text: string } | { readonly url: string },
): Promise<string> {
  return "text" in source ? source.text : decodeText(await client.download(source.url), source.url);
}

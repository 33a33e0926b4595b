/** Refuses to store a description that would break clients of what is live. */
import type { Context } from "../../context.ts";
import * as contract from "../../contract/openapi-version.ts";
import { Problem, Unsettled } from "../../errors.ts";
import { objectIn, textIn } from "../../json/values.ts";
import { compareAll, findingsOf, sayCounts } from "./diff.ts";
import { describedBy } from "./source.ts";

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
): Promise<void> {
  const client = await context.client({ lookup: true });
  const live = await client.call(contract.rawOfLatest, target).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  });
  if (live === undefined) return;
  const text =
    "text" in source
      ? source.text
      : Buffer.from(await client.download(source.url)).toString("utf8");
  const file = "text" in source ? name : undefined;
  const now = await describedBy({ name, text, file });
  const before = await describedBy({
    name: target.specSlug,
    text: textIn(objectIn(live.value).text),
    slug: target.specSlug,
  });
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

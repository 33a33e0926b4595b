/** `tome space links --fix`: replaces link URLs of a space in a new change request. */
import type { Context, JsonObject, Result } from "../../context.ts";
import * as contract from "../../contract/cr.ts";
import * as space from "../../contract/space.ts";
import { UsageError } from "../../errors.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, asText } from "../../json/values.ts";
import { replace } from "../change-requests/replace.ts";
import { readAll } from "../read-all.ts";

interface UrlReplacement {
  readonly text: string;
  readonly with: string;
}

/** @throws UsageError if no link contains a URL to replace; then no change request is created */
export async function fixLinks(context: Context, input: JsonObject): Promise<Result> {
  const spaceId = asText(input.spaceId);
  const fixes = Array.isArray(input.fix) ? input.fix.map(asText).map(parseReplacement) : [];
  const links = await readAll(await context.client({ lookup: true }), space.links, { spaceId });
  const urls = links.map(({ targetReference }) => asText(asObject(targetReference ?? null).url));
  const effects = fixes.map(({ text, with: other }) => {
    const count = urls.filter((url) => url.includes(text)).length;
    if (count > 0) return `- replace ${text} in ${formatCount(count, "link URL")} by ${other}`;
    throw new UsageError(
      `No link URL in the space contains ${JSON.stringify(text)}. No changes were made.`,
      `tome space links ${spaceId}`,
    );
  });
  const [first] = fixes;
  const subject = `Replace ${first?.text ?? ""} in links`.slice(0, longestSubject);
  const client = await context.client();
  client.announceAll([client.describe(contract.create, { spaceId, subject })], effects);
  const { value } = await client.call(contract.create, { spaceId, subject });
  const { id, number } = asObject(value);
  const pages = new Map<string, JsonObject>();
  for (const fix of fixes) {
    const ids = { spaceId, changeRequestId: asText(id) };
    const result = await replace(context, { ...ids, ...fix, in: "links" });
    if (result === undefined || !("list" in result)) continue;
    for await (const rows of result.list) {
      for (const row of rows) {
        const times = Number(pages.get(asText(row.id))?.times ?? 0) + Number(row.times);
        pages.set(asText(row.id), { ...row, times });
      }
    }
  }
  return {
    list: [[...pages.values()]],
    columns: [
      { header: "ID", path: "id", as: "id" },
      { header: "PAGE", path: "path", as: "title", wide: true },
      { header: "TITLE", path: "title", wide: true },
      { header: "REPLACEMENTS", path: "times", as: "number" },
    ],
    none: "No page contains these link URLs.",
    notes: () => [
      `Created change request #${String(number)} with ${formatCount(pages.size, "changed page")}.`,
    ],
    next: `To publish the changes: tome cr merge ${String(number)} --space ${spaceId}`,
  };
}

const longestSubject = 100;

/**
 * URLs can contain "=". The separator is the only one, or the only one before a scheme or a slash.
 * @throws UsageError if it is not clear
 */
function parseReplacement(word: string): UrlReplacement {
  const all = [...word.matchAll(/=/g)].map(({ index }) => index);
  const before = all.filter((at) => /^=(?:[a-z][a-z0-9+.-]*:|\/)/i.test(word.slice(at)));
  const [at, ...others] = all.length === 1 ? all : before;
  if (at === undefined || others.length > 0 || at === 0) {
    throw new UsageError(
      `--fix must be <old>=<new> with two URLs, not ${JSON.stringify(word)}.`,
      "tome cr replace --help",
    );
  }
  return { text: word.slice(0, at), with: word.slice(at + 1) };
}

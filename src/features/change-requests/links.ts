/** URLs at which readers with access preview the changed pages of a change request. */
import type { ApiClient, Context, JsonObject, Result } from "../../context.ts";
import * as site from "../../contract/site.ts";
import * as siteSpace from "../../contract/site-space.ts";
import * as space from "../../contract/space.ts";
import { UsageError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import { type ChangeRequestPath, listChanges, type PageChange } from "./changes.ts";

interface LinksInput extends ChangeRequestPath {
  readonly on?: string;
}

/** Prints a table in Markdown, for a comment on a pull request. */
export async function printPreviewLinks(context: Context, input: JsonObject): Promise<Result> {
  const { spaceId, changeRequestId, on } = readInput(input);
  const client = await context.client();
  const set = await listChanges(client, { spaceId, changeRequestId });
  const of = asObject((await client.call(space.get, { spaceId })).value);
  const organizationId = asText(of.organization);
  const base = await findPublishedUrl(client, { organizationId, spaceId, siteId: on });
  const number = String(set.changeRequest.number);
  const rows = set.pages.map((page) => toRow(page, `${base}/~/changes/${number}`));
  const subject = asText(set.changeRequest.subject);
  return {
    text: formatMarkdown({
      number,
      subject,
      home: `${base}/~/changes/${number}`,
      rows,
      more: set.more,
    }),
  };
}

function readInput({ spaceId, changeRequestId, on }: JsonObject): LinksInput {
  return {
    spaceId: asText(spaceId),
    changeRequestId: asText(changeRequestId),
    ...(on !== undefined && { on: asText(on) }),
  };
}

interface LinkRow extends JsonObject {
  readonly id: string;
  readonly title: string;
  readonly change: string;
  /** Null for a page that the change request removes. */
  readonly url: string | null;
}

function toRow({ id, words, before, after }: PageChange, base: string): LinkRow {
  const path = (after?.path ?? "").split("/").map(encodeURIComponent).join("/");
  return {
    id,
    title: after?.title ?? before?.title ?? id,
    change: words.join(", "),
    url: after === undefined ? null : path === "" ? base : `${base}/${path}`,
  };
}

function formatMarkdown({
  number,
  subject,
  home,
  rows,
  more,
}: {
  readonly number: string;
  readonly subject: string;
  readonly home: string;
  readonly rows: readonly LinkRow[];
  readonly more: number;
}): string {
  const title = subject === "" ? `#${number}` : `#${number} ${escapeText(subject)}`;
  const lines = [`Preview of change request [${title}](${home})`, ""];
  if (rows.length === 0) lines.push("No pages change.");
  else lines.push("| page | change |", "|---|---|");
  for (const row of rows) {
    const name = escapeText(row.title);
    lines.push(
      `| ${row.url === null ? name : `[${name}](${encodeLink(row.url)})`} | ${row.change} |`,
    );
  }
  if (more > 0) lines.push("", `${more} more changes are not listed.`);
  return `${lines.join("\n")}\n`;
}

/** Titles are data: they must not add links, mentions or HTML to a comment. */
function escapeText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>|#~!&:]|(?<=\bwww)\./gi, "\\$&")
    .replaceAll("@", "@\u200b");
}

function encodeLink(url: string): string {
  return url.replaceAll("(", "%28").replaceAll(")", "%29");
}

/** The URL of the space on a site; prefers a published site. */
async function findPublishedUrl(
  client: ApiClient,
  ids: {
    readonly organizationId: string;
    readonly spaceId: string;
    readonly siteId: string | undefined;
  },
): Promise<string> {
  const { organizationId, spaceId, siteId } = ids;
  const siteIds =
    siteId === undefined ? await listSiteIds(client, organizationId, spaceId) : [siteId];
  for (const one of siteIds) {
    for await (const { items } of client.pages(siteSpace.list, { organizationId, siteId: one })) {
      const match = items.map(asObject).find((item) => asObject(item.space).id === spaceId);
      const url = asText(asObject(match?.urls).published);
      if (url !== "") return url.replace(/\/$/, "");
    }
  }
  throw new UsageError(
    siteId === undefined
      ? "No published site that you can see shows the space. Publish one, or show the changes in the terminal."
      : `The site ${siteId} does not show the space, or is not published.`,
    siteId === undefined ? "tome cr diff" : `tome site publish ${siteId}`,
  );
}

async function listSiteIds(
  client: ApiClient,
  organizationId: string,
  spaceId: string,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { items } of client.pages(site.list, { organizationId, space: spaceId })) {
    for (const item of items.map(asObject)) if (item.published === true) ids.push(asText(item.id));
  }
  return ids;
}

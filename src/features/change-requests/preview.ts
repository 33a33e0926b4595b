/** Preview of a site with the changes of a change request. */
import type { ApiClient, Context, JsonObject, Result } from "../../context.ts";
import * as cr from "../../contract/cr.ts";
import * as site from "../../contract/site.ts";
import * as siteContent from "../../contract/site-content.ts";
import * as siteSpace from "../../contract/site-space.ts";
import * as space from "../../contract/space.ts";
import { UsageError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import { loadPreviewClaims, type VisitorFlags } from "../sites/visitor-claims.ts";
import { browse } from "../workspace/browser.ts";

interface ChangePreviewInput extends VisitorFlags {
  readonly spaceId: string;
  readonly changeRequestId: string;
  readonly on?: string;
  readonly browser?: boolean;
}

export async function previewChangeRequest(
  context: Context,
  { spaceId, changeRequestId, on, browser = true, ...flags }: ChangePreviewInput,
): Promise<Result> {
  const visitor = await loadPreviewClaims(context, flags);
  const client = await context.client();
  const request = asObject((await client.call(cr.get, { spaceId, changeRequestId })).value);
  const of = asObject((await client.call(space.get, { spaceId })).value);
  const organizationId = asText(of.organization) ?? "";
  const siteId = on ?? (await findSiteShowing(client, organizationId, spaceId));
  const at = await fetchSiteSpace(client, { organizationId, siteId }, spaceId);
  const { value } = await client.call(siteContent.preview, {
    organizationId,
    siteId,
    siteSpace: at,
    ...visitor,
  });
  const url = withChangeRequest(asText(asObject(value).url) ?? "", asText(request.id) ?? "");
  const name = `a preview of the change request ${String(request.number)} (valid for one hour)`;
  context.secrets.receive({ name: "url", value: url });
  if (browser) await browse(context, url);
  else context.secrets.allow(["url"]);
  return {
    done: browser ? `Opened ${name}.` : `Created ${name}: ${url}`,
    record: { url, siteId },
  };
}

/** Prefers a published site. */
async function findSiteShowing(client: ApiClient, organizationId: string, spaceId: string) {
  const sites: JsonObject[] = [];
  for await (const { items } of client.pages(site.list, { organizationId, space: spaceId })) {
    for (const item of items) sites.push(asObject(item));
  }
  const chosen = sites.find(({ published }) => published === true) ?? sites[0];
  if (chosen) return asText(chosen.id) ?? "";
  throw new UsageError(
    "None of the sites that you can see shows the space, so it has no preview. Add it to a site, or show the changes in the terminal.",
    "tome cr diff",
  );
}

async function fetchSiteSpace(
  client: ApiClient,
  ids: { readonly organizationId: string; readonly siteId: string },
  spaceId: string,
): Promise<string> {
  for await (const { items } of client.pages(siteSpace.list, ids)) {
    const match = items.map(asObject).find((one) => asObject(one.space).id === spaceId);
    if (match) return asText(match.id) ?? "";
  }
  throw new UsageError(
    `The site ${ids.siteId} does not show the space. Specify a site that shows it with --on.`,
    "tome site list --space <space>",
  );
}

/** Only the local platform serves previews of change requests. */
function withChangeRequest(preview: string, id: string): string {
  if (!URL.canParse(preview) || !new URL(preview).pathname.startsWith("/_site/")) {
    throw new UsageError(
      "This platform does not support previews of change requests on a site.",
      "tome open",
    );
  }
  const url = new URL(preview);
  url.searchParams.set("changeRequest", id);
  return url.href;
}

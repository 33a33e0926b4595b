/** Titles of resources whose ids a response contains, at the cost of one request each. */
import type { ApiClient, PrintedColumn } from "../context.ts";
import type { Endpoint, Input } from "../contract/endpoint.ts";
import { ApiError, NetworkError } from "../errors.ts";
import { asObject, asText } from "../json/values.ts";

export type ListedKind = NonNullable<PrintedColumn["refers"]>;

/** The parents that some kinds need to be read. */
export interface TitleParents {
  readonly organizationId?: string | undefined;
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
}

/** The maximum number of titles that are requested for one output. */
const mostTitles = 50;

/** The maximum page size of a list. */
const pageSize = 1000;

/**
 * Titles by id; without those of resources that are missing or forbidden, or that no platform
 * responds for.
 * @param kinds by id; at most `mostTitles` are requested
 * @param findParents the parents of a resource, by its id
 */
export async function findTitles(
  client: ApiClient,
  kinds: ReadonlyMap<string, ListedKind>,
  findParents: (id: string) => TitleParents,
): Promise<ReadonlyMap<string, string>> {
  const found = [...kinds].slice(0, mostTitles).map(async ([id, kind]) => {
    const title = await findTitle(client, kind, id, findParents(id)).catch(ignoreRefusal);
    return [id, title] as const;
  });
  return new Map((await Promise.all(found)).filter(([, title]) => title !== ""));
}

/** A list is printed without the title. */
function ignoreRefusal(error: unknown): string {
  if (error instanceof ApiError || error instanceof NetworkError) return "";
  throw error;
}

async function findTitle(
  client: ApiClient,
  kind: ListedKind,
  id: string,
  { organizationId, spaceId, siteId }: TitleParents,
): Promise<string> {
  switch (kind) {
    case "org": {
      const { get } = await import("../contract/organization.ts");
      return asText(asObject((await client.call(get, { organizationId: id })).value).title);
    }
    case "collection": {
      const { get } = await import("../contract/collection.ts");
      return asText(asObject((await client.call(get, { collectionId: id })).value).title);
    }
    case "space": {
      const { get } = await import("../contract/space.ts");
      return asText(asObject((await client.call(get, { spaceId: id })).value).title);
    }
    case "site": {
      if (!organizationId) return "";
      const { get } = await import("../contract/site.ts");
      const { value } = await client.call(get, { organizationId, siteId: id });
      return asText(asObject(value).title);
    }
    case "user": {
      if (!organizationId) return "";
      const { get } = await import("../contract/member.ts");
      const { value } = await client.call(get, { organizationId, userId: id });
      return asText(asObject(asObject(value).user).displayName);
    }
    case "team": {
      if (!organizationId) return "";
      const { get } = await import("../contract/team.ts");
      const { value } = await client.call(get, { organizationId, teamId: id });
      return asText(asObject(value).title);
    }
    case "webhook": {
      if (!organizationId) return "";
      const { get } = await import("../contract/webhook.ts");
      const { value } = await client.call(get, { organizationId, webhookId: id });
      return asText(asObject(value).url);
    }
    case "cr": {
      if (!spaceId) return "";
      const { get } = await import("../contract/cr.ts");
      const { value } = await client.call(get, { spaceId, changeRequestId: id });
      const { number, subject } = asObject(value);
      return `${asText(subject) || "change request"} (${String(number)})`;
    }
    case "page": {
      if (!spaceId) return "";
      const { get } = await import("../contract/page.ts");
      const input = { spaceId, pageId: id, metadata: false } as const;
      return asText(asObject((await client.call(get, input)).value).title);
    }
    case "cluster": {
      if (!organizationId) return "";
      const { get } = await import("../contract/conversation-cluster.ts");
      const { value } = await client.call(get, { organizationId, clusterId: id });
      return asText(asObject(value).label);
    }
    case "siteSection": {
      if (!organizationId || !siteId) return "";
      const { list } = await import("../contract/site-section.ts");
      return findListed(client, list, { organizationId, siteId }, id);
    }
    case "siteSectionGroup": {
      if (!organizationId || !siteId) return "";
      const { list } = await import("../contract/site-section-group.ts");
      return findListed(client, list, { organizationId, siteId }, id);
    }
    case "siteSpace": {
      if (!organizationId || !siteId) return "";
      const { list } = await import("../contract/site-space.ts");
      return findListed(client, list, { organizationId, siteId }, id);
    }
  }
}

/** The title of a resource that no operation reads alone. */
async function findListed<E extends Endpoint>(
  client: ApiClient,
  list: E,
  input: Input<E>,
  id: string,
): Promise<string> {
  for await (const { items } of client.pages(list, input, { size: pageSize })) {
    const found = items.map(asObject).find((item) => item.id === id);
    if (found !== undefined) return asText(found.title);
  }
  return "";
}

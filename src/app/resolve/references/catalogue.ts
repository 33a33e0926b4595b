/** All resources of one kind, read from the platform, with the lists and names of each kind. */
import type { ApiClient, JsonObject, NameLookup } from "../../../context.ts";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { formatCount } from "../../../json/pluralize.ts";
import { asObject, asText } from "../../../json/values.ts";
import { asInput } from "../input.ts";
import {
  collectPages,
  collectParts,
  type NamedCandidate,
  toCandidate,
  toMemberCandidate,
  toTitledCandidate,
  toTreeCandidate,
} from "./candidate.ts";
import type { NamedNoun } from "./reference-syntax.ts";

/** The parents of the named resource, by the names of their fields. */
export type Within = NameLookup["within"];

export interface Catalogue {
  /**
   * All resources of a kind that the user can see. Each list is read once.
   * @param whole with the paths of spaces, which needs the list of collections too
   */
  readonly things: (
    noun: NamedNoun,
    within: Within,
    whole: boolean,
  ) => Promise<readonly NamedCandidate[]>;
}

/** @param organizations the ids to search if the command specifies none */
export function openCatalogue(
  client: () => Promise<ApiClient>,
  organizations: () => Promise<readonly string[]>,
): Catalogue {
  const lists = new Map<string, Promise<readonly JsonObject[]>>();

  function items(endpoint: Endpoint, input: JsonObject): Promise<readonly JsonObject[]> {
    const key = writeJson([endpoint.operation, input]);
    const list = lists.get(key) ?? readAll(endpoint, input);
    lists.set(key, list);
    return list;
  }

  async function readAll(endpoint: Endpoint, input: JsonObject): Promise<readonly JsonObject[]> {
    const opened = await client();
    if (!endpoint.list) return [asObject((await opened.call(endpoint, asInput(input))).value)];
    const all: JsonObject[] = [];
    const { limit } = endpoint.input;
    const size = Math.min(largestPage, (limit?.kind === "integer" && limit.max) || largestPage);
    for await (const page of opened.pages(endpoint, asInput(input), { size })) {
      for (const item of page.items) all.push(item);
    }
    return all;
  }

  /** The items of every possible organization. */
  async function inOrganizations(
    endpoint: Endpoint,
    { organizationId }: Within,
    input: JsonObject = {},
  ): Promise<readonly JsonObject[]> {
    const ids = organizationId === undefined ? await organizations() : [organizationId];
    const all: JsonObject[] = [];
    for (const id of ids) {
      for (const item of await items(endpoint, { organizationId: id, ...input })) all.push(item);
    }
    return all;
  }

  async function spaces(within: Within, whole: boolean): Promise<NamedCandidate[]> {
    const list = await inOrganizations((await import("../../../contract/space.ts")).list, within);
    const parents = whole ? await collectionsById(within) : new Map<string, JsonObject>();
    return list.map((item) => toTreeCandidate("space", item, parents, whole));
  }

  async function collectionsById(within: Within): Promise<ReadonlyMap<string, JsonObject>> {
    const { list } = await import("../../../contract/collection.ts");
    const all = await inOrganizations(list, within);
    return new Map(all.map((item) => [asText(item.id), item]));
  }

  async function changeRequests({ spaceId = "" }: Within): Promise<NamedCandidate[]> {
    const { list } = await import("../../../contract/cr.ts");
    const all: NamedCandidate[] = [];
    for (const status of ["open", "draft", "merged", "archived"]) {
      for (const item of await items(list, { spaceId, status })) {
        const number = String(item.number);
        all.push(toCandidate("cr", item, asText(item.subject), { path: `${number}, ${status}` }));
      }
    }
    return all;
  }

  async function siteParts({
    organizationId = "",
    siteId = "",
  }: Within): Promise<NamedCandidate[]> {
    const { structure } = await import("../../../contract/site.ts");
    const [answer = {}] = await items(structure, { organizationId, siteId });
    return collectParts(answer.structure, "", []);
  }

  async function siteRedirects({
    organizationId = "",
    siteId = "",
  }: Within): Promise<NamedCandidate[]> {
    const { list } = await import("../../../contract/site-redirect.ts");
    const all: NamedCandidate[] = [];
    for (const draft of [false, true]) {
      for (const item of await items(list, { organizationId, siteId, draft })) {
        const source = asText(item.source);
        const path = draft ? `${source}, a draft` : source;
        all.push(toCandidate("siteRedirect", item, source, { path }));
      }
    }
    return all;
  }

  async function translations(within: Within): Promise<NamedCandidate[]> {
    const { list } = await import("../../../contract/translation.ts");
    const all = await inOrganizations(list, within);
    if (all.length === 0) return [];
    const titles = new Map((await spaces(within, false)).map(({ id, title }) => [id, title]));
    return all.map((item) => {
      const source = titles.get(asText(asObject(item.source).space)) ?? "";
      const [title, typed] = ["→", "->"].map(
        (arrow) => `${source} ${arrow} ${asText(item.language)}`,
      );
      return toCandidate("translation", item, title ?? "", { names: [typed ?? ""] });
    });
  }

  /**
   * Each by its name at the time of deletion; the platform lists deleted spaces only in the audit
   * log.
   */
  async function deletedSpaces(within: Within): Promise<NamedCandidate[]> {
    const { list } = await import("../../../contract/audit-event.ts");
    const { filterDeletions, selectDeletedSpaces } = await import(
      "../../../features/content/list-deleted-spaces.ts"
    );
    const events = await inOrganizations(list, within, filterDeletions());
    return selectDeletedSpaces(events, await spaces(within, false)).map(
      ({ id, title, deletedAt }) => toCandidate("space", { id, updatedAt: deletedAt }, title),
    );
  }

  async function installations({ integrationName = "" }: Within): Promise<NamedCandidate[]> {
    const { installations: list } = await import("../../../contract/integration.ts");
    const organizations = await things("org", {}, false);
    return (await items(list, { integrationName })).map((item) => {
      const { organization } = asObject(item.target);
      const title = organizations.find(({ id }) => id === organization)?.title;
      return toCandidate("installation", item, title ?? "");
    });
  }

  const built = new Map<string, Promise<readonly NamedCandidate[]>>();

  function things(
    noun: NamedNoun,
    within: Within,
    whole: boolean,
  ): Promise<readonly NamedCandidate[]> {
    const key = JSON.stringify([noun, within, whole]);
    const known = built.get(key) ?? build(noun, within, whole);
    built.set(key, known);
    return known;
  }

  async function build(noun: NamedNoun, within: Within, whole: boolean): Promise<NamedCandidate[]> {
    const { spaceId = "", changeRequestId } = within;
    switch (noun) {
      case "org": {
        const all = await items((await import("../../../contract/organization.ts")).list, {});
        return all.map((item) => toTitledCandidate(noun, item, [item.hostname]));
      }
      case "collection": {
        const all = await collectionsById(within);
        return [...all.values()].map((item) => toTreeCandidate(noun, item, all, true));
      }
      case "space":
        return within.deleted ? deletedSpaces(within) : spaces(within, whole);
      case "site": {
        const all = await inOrganizations((await import("../../../contract/site.ts")).list, within);
        return all.map((item) => toTitledCandidate(noun, item, [item.hostname, item.basename]));
      }
      case "siteSection":
      case "siteSectionGroup":
      case "siteSpace":
      case "siteExternalLink":
        return (await siteParts(within)).filter((part) => part.noun === noun);
      case "shareLink":
      case "mcpServer": {
        const { list } =
          noun === "shareLink"
            ? await import("../../../contract/site-share-link.ts")
            : await import("../../../contract/site-mcp-server.ts");
        const { organizationId = "", siteId = "" } = within;
        const all = await items(list, { organizationId, siteId });
        return all.map((item) => toCandidate(noun, item, asText(item.name)));
      }
      case "siteRedirect":
        return siteRedirects(within);
      case "cr":
        return changeRequests(within);
      case "page": {
        // A change request has its own pages, and can rename others.
        const [answer = {}] =
          changeRequestId === undefined
            ? await items((await import("../../../contract/page.ts")).list, {
                spaceId,
                metadata: false,
              })
            : await items((await import("../../../contract/cr-content.ts")).pages, {
                spaceId,
                changeRequestId,
                metadata: false,
              });
        return collectPages(answer.pages);
      }
      case "file": {
        const all =
          changeRequestId === undefined
            ? await items((await import("../../../contract/file.ts")).list, { spaceId })
            : await items((await import("../../../contract/cr-content.ts")).files, {
                spaceId,
                changeRequestId,
              });
        return all.map((item) => toCandidate(noun, item, asText(item.name)));
      }
      case "user": {
        const all = await inOrganizations(
          (await import("../../../contract/member.ts")).list,
          within,
        );
        return all.map(toMemberCandidate);
      }
      case "team": {
        const all = await inOrganizations((await import("../../../contract/team.ts")).list, within);
        // Teams with the same title differ in their members.
        return all.map((item) =>
          toCandidate(noun, item, asText(item.title), {
            path: formatCount(Number(item.members), "member"),
          }),
        );
      }
      case "provider": {
        const all = await inOrganizations((await import("../../../contract/saml.ts")).list, within);
        return all.map((item) => toCandidate(noun, item, asText(item.label)));
      }
      case "webhook": {
        const { list } = await import("../../../contract/webhook.ts");
        const all = await inOrganizations(list, within);
        return all.map((item) => toCandidate(noun, item, asText(item.url)));
      }
      case "translation":
        return translations(within);
      case "installation":
        return installations(within);
      case "font": {
        const all = await inOrganizations((await import("../../../contract/font.ts")).list, within);
        return all.map((item) => toCandidate(noun, item, asText(item.fontFamily)));
      }
      case "agentConversation": {
        const { list } = await import("../../../contract/agent-conversation.ts");
        return (await inOrganizations(list, within)).map((item) => toTitledCandidate(noun, item));
      }
      case "crConversation": {
        const { list } = await import("../../../contract/cr-conversation.ts");
        const all = await items(list, { spaceId, changeRequestId: changeRequestId ?? "" });
        return all.map((item) => toTitledCandidate(noun, item));
      }
      case "agentTask": {
        const { list } = await import("../../../contract/agent-task.ts");
        return (await inOrganizations(list, within)).map((item) => toTitledCandidate(noun, item));
      }
    }
  }

  return { things };
}

/** The maximum page size of a list. */
const largestPage = 1000;

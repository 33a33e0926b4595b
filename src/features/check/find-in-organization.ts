/** Rules for docs sites, API specifications and titles of an organization. */

import type { JsonObject } from "../../context.ts";
import * as openapi from "../../contract/openapi.ts";
import * as site from "../../contract/site.ts";
import * as shareLink from "../../contract/site-share-link.ts";
import { addTo } from "../../json/groups.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";
import type { Items } from "../organization/organization-reader.ts";
import { hasDisabledClaims, listConditional } from "../sites/condition-warning.ts";
import { onSpace } from "./find-in-spaces.ts";
import { type FindFindings, getPublishedUrl } from "./organization-scope.ts";

export const findShareLinks: FindFindings = async ({ reading, now }) => {
  const { organizationId } = reading;
  const sites = (await reading.sites()) ?? [];
  const findings = await Promise.all(
    sites.map(async (site) => {
      const label = `the share links of ${JSON.stringify(asText(site.title))}`;
      const siteId = asText(site.id);
      const links = await reading.listIfOffered(label, shareLink.list, { organizationId, siteId });
      if (links === undefined || links === "absent") return [];
      return links
        .filter(({ active, expiresAt }) => {
          return active !== false && !(Date.parse(asText(expiresAt)) <= now);
        })
        .map((link) => {
          const name = asText(link.name);
          const which = name === "" ? "A share link" : `The share link ${JSON.stringify(name)}`;
          const since = asText(link.createdAt).slice(0, 10);
          const until = asText(link.expiresAt).slice(0, 10);
          return {
            rule: "site-share-link",
            id: siteId,
            target: asText(link.id),
            title: asText(site.title),
            message: `${which} gives access to the site${since === "" ? "" : ` since ${since}`}${until === "" ? "" : `, until ${until}`}.`,
            ...getPublishedUrl(site),
          };
        });
    }),
  );
  return findings.flat();
};

export const findUnpublished: FindFindings = async ({ reading, spaces }) => {
  const sites = await reading.sites();
  if (sites === undefined) return [];
  const listed = await Promise.all(sites.map(({ id }) => reading.siteSpaces(asText(id))));
  // Without the content of all sites, a space cannot be reported as unpublished.
  if (listed.includes(undefined)) return [];
  const published = new Set(
    listed.flatMap((items) => (items ?? []).map(({ space }) => asObject(space ?? null).id)),
  );
  return spaces
    .filter(({ id }) => !published.has(id))
    .map((where) => ({
      ...onSpace("space-on-no-site", where, "The space is not on a docs site."),
      spaces: [where.id],
    }));
};

export const findHiddenContent: FindFindings = async ({ reading }) => {
  const { organizationId } = reading;
  const sites = ((await reading.sites()) ?? []).filter(hasDisabledClaims);
  const findings = await Promise.all(
    sites.map(async (one) => {
      const title = asText(one.title);
      const siteId = asText(one.id);
      const called = `the structure of ${JSON.stringify(title)}`;
      const structure = await reading.one(called, site.structure, { organizationId, siteId });
      return listConditional(asObjects(structure?.structure)).map((item) => ({
        rule: "condition-without-claims",
        id: siteId,
        target: asText(item.id),
        title,
        message: `The condition of ${JSON.stringify(asText(item.title))} hides it from all visitors, because adaptive content is disabled.`,
        ...getPublishedUrl(one),
      }));
    }),
  );
  return findings.flat();
};

export const findFailedSpecifications: FindFindings = async ({ reading }) => {
  const { organizationId } = reading;
  const all = await reading.list("the API specifications", openapi.list, { organizationId });
  return (all ?? []).flatMap((one) => {
    const code = asText(one.lastProcessErrorCode);
    if (code === "") return [];
    const [first] = Array.isArray(one.lastProcessedErrors) ? one.lastProcessedErrors : [];
    const why = asText(asObject(first ?? null).message);
    const message = `Processing failed with ${code}${why === "" ? "." : `: ${why}`}`;
    const shared = { rule: "specification-failed", id: asText(one.id), target: "" };
    return [{ ...shared, title: asText(one.slug), message, ...getPublishedUrl(one) }];
  });
};

export const findSameTitles: FindFindings = async ({ reading }) => {
  const kinds: readonly (readonly [string, Items | undefined])[] = [
    ["spaces", await reading.spaces()],
    ["collections", await reading.collections()],
    ["teams", await reading.teams()],
    ["docs sites", await reading.sites()],
  ];
  return kinds.flatMap(([kind, items]) => {
    const groups = groupItems(items ?? []);
    return [...groups.values()].flatMap((same) => {
      const [first] = same.toSorted((one, other) => (asText(one.id) < asText(other.id) ? -1 : 1));
      if (same.length < 2 || first === undefined) return [];
      const message = `${same.length} ${kind} have this title.`;
      const shared = { rule: "title-twice", id: asText(first.id), target: kind };
      return [{ ...shared, title: asText(first.title), message, ...getPublishedUrl(first) }];
    });
  });
};

function groupItems(items: Items): Map<string, JsonObject[]> {
  const groups = new Map<string, JsonObject[]>();
  for (const item of items) {
    const title = asText(item.title).trim().toLowerCase();
    if (title === "" || item.deletedAt !== undefined) continue;
    addTo(groups, title, item);
  }
  return groups;
}

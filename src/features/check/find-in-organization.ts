/** Rules for docs sites, API specifications and titles of an organization. */

import type { JsonObject } from "../../context.ts";
import * as openapi from "../../contract/openapi.ts";
import * as site from "../../contract/site.ts";
import * as shareLink from "../../contract/site-share-link.ts";
import { addTo } from "../../json/groups.ts";
import { objectIn, objectsIn, textIn } from "../../json/values.ts";
import type { Items } from "../organization/reading.ts";
import { hasDisabledClaims, listConditional } from "../sites/condition-warning.ts";
import { onSpace } from "./find-in-spaces.ts";
import { addressIn, type FindFindings } from "./organization-scope.ts";

export const findShareLinks: FindFindings = async ({ reading, now }) => {
  const { organizationId } = reading;
  const sites = (await reading.sites()) ?? [];
  const findings = await Promise.all(
    sites.map(async (site) => {
      const label = `the share links of ${JSON.stringify(textIn(site.title))}`;
      const siteId = textIn(site.id);
      const links = await reading.listIfOffered(label, shareLink.list, { organizationId, siteId });
      if (links === undefined || links === "absent") return [];
      return links
        .filter(({ active, expiresAt }) => {
          return active !== false && !(Date.parse(textIn(expiresAt)) <= now);
        })
        .map((link) => {
          const name = textIn(link.name);
          const which = name === "" ? "A share link" : `The share link ${JSON.stringify(name)}`;
          const since = textIn(link.createdAt).slice(0, 10);
          const until = textIn(link.expiresAt).slice(0, 10);
          return {
            rule: "site-share-link",
            id: siteId,
            target: textIn(link.id),
            title: textIn(site.title),
            message: `${which} gives access to the site${since === "" ? "" : ` since ${since}`}${until === "" ? "" : `, until ${until}`}.`,
            ...addressIn(site),
          };
        });
    }),
  );
  return findings.flat();
};

export const findUnpublished: FindFindings = async ({ reading, spaces }) => {
  const sites = await reading.sites();
  if (sites === undefined) return [];
  const listed = await Promise.all(sites.map(({ id }) => reading.siteSpaces(textIn(id))));
  // Without the content of all sites, a space cannot be reported as unpublished.
  if (listed.includes(undefined)) return [];
  const published = new Set(
    listed.flatMap((items) => (items ?? []).map(({ space }) => objectIn(space ?? null).id)),
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
      const title = textIn(one.title);
      const siteId = textIn(one.id);
      const called = `the structure of ${JSON.stringify(title)}`;
      const structure = await reading.one(called, site.structure, { organizationId, siteId });
      return listConditional(objectsIn(structure?.structure)).map((item) => ({
        rule: "condition-without-claims",
        id: siteId,
        target: textIn(item.id),
        title,
        message: `The condition of ${JSON.stringify(textIn(item.title))} hides it from all visitors, because adaptive content is disabled.`,
        ...addressIn(one),
      }));
    }),
  );
  return findings.flat();
};

export const findFailedSpecifications: FindFindings = async ({ reading }) => {
  const { organizationId } = reading;
  const all = await reading.list("the API specifications", openapi.list, { organizationId });
  return (all ?? []).flatMap((one) => {
    const code = textIn(one.lastProcessErrorCode);
    if (code === "") return [];
    const [first] = Array.isArray(one.lastProcessedErrors) ? one.lastProcessedErrors : [];
    const why = textIn(objectIn(first ?? null).message);
    const message = `Processing failed with ${code}${why === "" ? "." : `: ${why}`}`;
    const shared = { rule: "specification-failed", id: textIn(one.id), target: "" };
    return [{ ...shared, title: textIn(one.slug), message, ...addressIn(one) }];
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
    const groups = grouped(items ?? []);
    return [...groups.values()].flatMap((same) => {
      const [first] = same.toSorted((one, other) => (textIn(one.id) < textIn(other.id) ? -1 : 1));
      if (same.length < 2 || first === undefined) return [];
      const message = `${same.length} ${kind} have this title.`;
      const shared = { rule: "title-twice", id: textIn(first.id), target: kind };
      return [{ ...shared, title: textIn(first.title), message, ...addressIn(first) }];
    });
  });
};

function grouped(items: Items): Map<string, JsonObject[]> {
  const groups = new Map<string, JsonObject[]>();
  for (const item of items) {
    const title = textIn(item.title).trim().toLowerCase();
    if (title === "" || item.deletedAt !== undefined) continue;
    addTo(groups, title, item);
  }
  return groups;
}

/** Parts of a resource that need additional requests, such as grants and site structures. */
import type { JsonValue } from "../../context.ts";
import * as collectionPermission from "../../contract/collection-permission.ts";
import * as git from "../../contract/git.ts";
import * as installation from "../../contract/git-installation.ts";
import * as openapi from "../../contract/openapi.ts";
import * as version from "../../contract/openapi-version.ts";
import * as site from "../../contract/site.ts";
import * as customization from "../../contract/site-customization.ts";
import * as sitePermission from "../../contract/site-permission.ts";
import * as shareLink from "../../contract/site-share-link.ts";
import * as spacePermission from "../../contract/space-permission.ts";
import * as team from "../../contract/team.ts";
import { asObject, asText, isObject } from "../../json/values.ts";
import { readConnectionValue } from "../git/connection-fields.ts";
import type { Items, OrganizationReader } from "../organization/organization-reader.ts";
import type { ExtraSource } from "./extra-source.ts";
import { type AddressBook, collectLiveParts } from "./fields.ts";
import { readRedirects } from "./redirects.ts";
import { computeDigest, type ResourceKind } from "./resource.ts";

/** A part that needs additional requests and is read only when required. */
export type ResourceExtra =
  | "members"
  | "grants"
  | "shareLinks"
  | "customization"
  | "structure"
  | "redirects"
  | "git"
  | "text";

export function getSource(reading: OrganizationReader): ExtraSource {
  const { organizationId, list, listIfOffered, one, oneOrAbsent } = reading;
  return { own: { organizationId }, list, listIfOffered, one, oneOrAbsent };
}

/** Every caller uses the same label, so that the list is read once. */
export function listSpecifications(reading: OrganizationReader): Promise<Items | undefined> {
  return reading.list("the specifications", openapi.list, getSource(reading).own);
}

interface ReadExtra {
  readonly entries: Readonly<Record<string, JsonValue>>;
  readonly parts?: ReturnType<typeof collectLiveParts>["parts"];
}

export async function readExtra(
  source: ExtraSource,
  names: AddressBook,
  kind: ResourceKind,
  id: string,
  extra: string,
): Promise<ReadExtra> {
  const { own, list, one } = source;
  const siteOf = { ...own, siteId: id };
  switch (extra) {
    case "members": {
      const items = await list(`the members of the team ${id}`, team.members, {
        ...own,
        teamId: id,
      });
      const entries = (items ?? []).map((item) => {
        const user = asText(asObject(item.organization).id);
        return [`members/${names.getEmail(user)}`, asObject(item.team).role ?? "member"];
      });
      return { entries: Object.fromEntries(entries) };
    }
    case "grants": {
      const [users, teams] = await readGrants(source, kind, id);
      const people = users.map(({ user, permission }) => {
        return [`grants/${names.getEmail(asText(asObject(user).id))}`, permission ?? null];
      });
      const groups = teams.map((item) => {
        const holder = names.getAddress("team", asText(asObject(item.team).id));
        return [`grants/${holder}`, item.permission ?? null];
      });
      return { entries: Object.fromEntries([...people, ...groups]) };
    }
    case "shareLinks": {
      const items = await list(`the share links of the docs site ${id}`, shareLink.list, siteOf);
      const entries = (items ?? []).map(({ name, active }) => [
        `shareLinks/${asText(name)}`,
        active !== false,
      ]);
      return { entries: Object.fromEntries(entries) };
    }
    case "customization": {
      const read = await one(`the customization of the docs site ${id}`, customization.get, siteOf);
      const entries = Object.entries(read ?? {}).flatMap(([part, values]) =>
        isObject(values)
          ? Object.entries(values).map(([name, value]) => [`customization/${part}.${name}`, value])
          : [],
      );
      return { entries: Object.fromEntries(entries) };
    }
    case "git":
      return { entries: { git: await readConnection(source, id) } };
    case "redirects":
      return { entries: await readRedirects(source, id) };
    case "structure": {
      const read = await one(`the structure of the docs site ${id}`, site.structure, siteOf);
      const { site: entries, parts } = collectLiveParts(read ?? {}, names);
      return { entries, parts };
    }
    default: {
      const parameters = { ...own, specSlug: id };
      const read = await one(`the text of the specification ${id}`, version.latestRaw, parameters);
      return { entries: { text: computeDigest(asText(read?.text)) } };
    }
  }
}

/** The connection of a space to a repository; null if there is none. */
async function readConnection({ oneOrAbsent }: ExtraSource, spaceId: string): Promise<JsonValue> {
  const label = `the Git connection of ${spaceId}`;
  const info = await oneOrAbsent(label, git.info, { spaceId });
  if (info === "absent") return null;
  const installationId = asText(info?.installationId);
  // A space that was synchronized without a connection has its own id in its place.
  if (installationId === "" || installationId === spaceId) return null;
  const found = await oneOrAbsent(label, installation.get, { installationId });
  return readConnectionValue(found === "absent" ? undefined : found);
}

async function readGrants(
  { own, list }: ExtraSource,
  kind: ResourceKind,
  id: string,
): Promise<readonly [Items, Items]> {
  const label = `the permissions of ${id}`;
  const read = async () => {
    if (kind === "collection") {
      const parameters = { collectionId: id };
      return Promise.all([
        list(label, collectionPermission.listUsers, parameters),
        list(label, collectionPermission.listTeams, parameters),
      ]);
    }
    if (kind === "space") {
      const parameters = { spaceId: id };
      return Promise.all([
        list(label, spacePermission.listUsers, parameters),
        list(label, spacePermission.listTeams, parameters),
      ]);
    }
    const parameters = { ...own, siteId: id };
    return Promise.all([
      list(label, sitePermission.listUsers, parameters),
      list(label, sitePermission.listTeams, parameters),
    ]);
  };
  const [users, teams] = await read();
  return [users ?? [], teams ?? []];
}

/** SAML providers in organization files, with the teams of their groups. */
import type { JsonObject, JsonValue } from "../../context.ts";
import * as saml from "../../contract/saml.ts";
import { ApiError } from "../../errors.ts";
import { formatPem, parseCertificates } from "../../files/certificates.ts";
import { asObject, asObjects, asText, isList } from "../../json/values.ts";
import type { AddressBook } from "./fields.ts";
import type { ResourceFields } from "./resource.ts";
import { listItems, send, type Writer } from "./writing/send.ts";

/** Groups are list entries: the addresses of their teams, in order. */
export function listProviderFields(
  one: JsonObject,
  names: AddressBook,
): Readonly<Record<string, JsonValue>> {
  const team = asObject(one.defaultTeam).id;
  const teamsByGroup = new Map<string, string[]>();
  for (const group of asObjects(one.groups)) {
    const teams = teamsByGroup.get(asText(group.name)) ?? [];
    teamsByGroup.set(asText(group.name), [...teams, names.getAddress("team", asText(group.team))]);
  }
  const groups = [...teamsByGroup].map(([name, teams]) => [`groups/${name}`, teams.toSorted()]);
  return {
    title: asText(one.label),
    entityID: asText(one.entityID),
    ssoURL: asText(one.ssoURL),
    certificate: toCanonicalPem(asText(one.certificate)),
    defaultRole: one.defaultRole ?? null,
    defaultTeam: typeof team === "string" ? names.getAddress("team", team) : null,
    groupsAttribute: one.groupsAttribute ?? null,
    ...Object.fromEntries(groups),
  };
}

/** Certificates in one form; another text is returned unchanged, and the platform refuses it. */
export function toCanonicalPem(text: string): string {
  const certificates = parseCertificates(text);
  return certificates.length === 0 ? text : formatPem(certificates);
}

/** The value of a group in a file: one address, or several. */
export function toTeamList(value: unknown): readonly string[] {
  return [value].flat().map(String).toSorted();
}

export function createProvider(writer: Writer, fields: ResourceFields): Promise<JsonObject> {
  const { client, organizationId } = writer;
  const plain = [...fields].filter(([name, value]) => !name.includes("/") && value !== null);
  const settings = toSettings(writer, Object.fromEntries(plain));
  return send(client, saml.create, { organizationId, ...settings });
}

/** @param changes the changed fields, with list entries */
export async function updateProvider(
  writer: Writer,
  samlProviderId: string,
  changes: ResourceFields,
): Promise<JsonObject> {
  const { client, organizationId } = writer;
  const at = { organizationId, samlProviderId };
  const plain = [...changes].filter(([name]) => !name.includes("/"));
  const groups = listItems(changes, "groups");
  const settings = toSettings(writer, Object.fromEntries(plain));
  if (groups.length === 0) return send(client, saml.update, { ...at, ...settings });
  const all = await mergeGroups(writer, samlProviderId, groups);
  const answer = await send(client, saml.update, { ...at, ...settings, groups: all });
  if (all.length > 0 && answer.groups === undefined) {
    throw new ApiError(
      501,
      "This platform does not assign teams to the groups of a SAML provider.",
    );
  }
  return answer;
}

function toSettings({ ids }: Writer, { title, defaultTeam, ...others }: JsonObject): JsonObject {
  return {
    ...(title !== undefined && { label: title }),
    ...others,
    ...(typeof defaultTeam === "string" && { defaultTeam: ids.need(defaultTeam) }),
  };
}

/** The API replaces all groups, so the other ones are sent again. */
async function mergeGroups(
  { client, organizationId, ids }: Writer,
  samlProviderId: string,
  changes: readonly (readonly [string, JsonValue])[],
): Promise<readonly JsonObject[]> {
  const { value } = await client.call(saml.get, { organizationId, samlProviderId });
  const changed = new Set(changes.map(([name]) => name));
  const others = asObjects(asObject(value).groups)
    .map(({ name, team }) => ({ name: asText(name), team: asText(team) }))
    .filter(({ name }) => !changed.has(name));
  const added = changes.flatMap(([name, teams]) =>
    (isList(teams) ? teams : []).map((team) => ({ name, team: ids.need(asText(team)) })),
  );
  return [...others, ...added];
}

/** Groups of a SAML provider and the teams that their members join. */
import type { Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import type { SamlGroup } from "../../contract/saml.model.ts";
import * as contract from "../../contract/saml.ts";
import * as team from "../../contract/team.ts";
import { IncompleteError, UsageError } from "../../errors.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";

type GroupProviderInput = Input<typeof contract.get>;

const columns: readonly PrintedColumn[] = [
  { header: "GROUP", path: "name", as: "title", wide: true },
  { header: "TEAM", path: "title", wide: true },
  { header: "TEAM ID", path: "team", as: "id" },
];

export async function list(context: Context, input: GroupProviderInput): Promise<Result> {
  const { groups } = await loadGroups(context, input);
  const client = await context.client({ lookup: true });
  const { organizationId } = input;
  const titles = new Map<string, string>();
  for (const teamId of new Set(groups.map((group) => group.team))) {
    const { value } = await client.call(team.get, { organizationId, teamId });
    titles.set(teamId, asText(asObject(value).title));
  }
  const items = groups.map((group) => ({ ...group, title: titles.get(group.team) ?? "" }));
  return { list: [items], columns, none: "The SAML provider has no groups." };
}

export async function add(
  context: Context,
  {
    name,
    team: id,
    ...input
  }: GroupProviderInput & { readonly name: string; readonly team: string },
): Promise<Result> {
  const { label, groups, record } = await loadGroups(context, input);
  if (groups.some((group) => group.name === name && group.team === id)) {
    return { done: `"${label}" already has the group. No changes were made.`, record };
  }
  return {
    done: `Added the group ${JSON.stringify(name)} to the SAML provider "${label}". Its members join the team at their next sign-in.`,
    record: await update(context, input, [...groups, { name, team: id }]),
  };
}

/** @param team absent for all teams of the group */
export async function remove(
  context: Context,
  {
    name,
    team: id,
    ...input
  }: GroupProviderInput & { readonly name: string; readonly team?: string },
): Promise<Result> {
  const { label, groups } = await loadGroups(context, input);
  const remaining = groups.filter(
    (group) => group.name !== name || (id !== undefined && group.team !== id),
  );
  if (remaining.length === groups.length) {
    throw new UsageError(
      id === undefined
        ? `"${label}" has no group ${JSON.stringify(name)}.`
        : `"${label}" does not assign this team to the group ${JSON.stringify(name)}.`,
      `tome saml group list ${input.samlProviderId}`,
    );
  }
  return {
    done: `Removed the group ${JSON.stringify(name)} from the SAML provider "${label}". Members of its team stay in the team.`,
    record: await update(context, input, remaining),
  };
}

async function loadGroups(context: Context, input: GroupProviderInput) {
  const client = await context.client({ lookup: true });
  const { value } = await client.call(contract.get, input);
  const record = asObject(value);
  const groups = asObjects(record.groups).map((group) => ({
    name: asText(group.name),
    team: asText(group.team),
  }));
  return { record, label: asText(record.label), groups };
}

async function update(
  context: Context,
  input: GroupProviderInput,
  groups: SamlGroup[],
): Promise<JsonObject> {
  const client = await context.client();
  const { value } = await client.call(contract.update, { ...input, groups });
  const record = asObject(value);
  if (groups.length > 0 && record.groups === undefined) {
    throw new IncompleteError("partial", "This platform does not assign teams to groups.");
  }
  return record;
}

/**
 * Warning after a write that lowers roles although its command does not say so: a granted role takes
 * precedence over a higher one from a team, and a default level also applies to teams of the parent.
 */
import type { ApiClient, Context, JsonObject } from "../../context.ts";
import { type Endpoint, listPathNames } from "../../contract/endpoint.ts";
import { roles } from "../../contract/roles.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, asText } from "../../json/values.ts";

/** Users in one response; the roles of more users are not compared. */
const mostUsers = 1000;

/** Users in the warning. */
const mostNamed = 5;

/**
 * @param list of all users with a role in the resource
 * @param changed the field that can lower roles; absent for a grant
 * @returns a function for `loadComparison`; scripts send no further requests
 */
export function openRoleComparison(list: Endpoint, changed?: string) {
  return async (
    context: Context,
    input: JsonObject,
  ): Promise<(() => Promise<string | undefined>) | undefined> => {
    const { outIsTerminal, interactive } = context.terminal;
    const applies = changed === undefined || input[changed] !== undefined;
    if (!applies || !(outIsTerminal || interactive)) return undefined;
    const client = await context.client({ lookup: true });
    const before = await readRoles(client, list, input);
    if (before === undefined) return undefined;
    return async () => {
      const after = await readRoles(client, list, input);
      return after && describeLowered(before, after);
    };
  };
}

interface UserRole {
  readonly name: string;
  readonly role: string;
}

/** @returns roles by user id; undefined if there are too many users */
async function readRoles(
  client: ApiClient,
  list: Endpoint,
  input: JsonObject,
): Promise<ReadonlyMap<string, UserRole> | undefined> {
  const names = listPathNames(list);
  const path = Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)));
  for await (const { items, next } of client.pages(list, path, { size: mostUsers })) {
    if (next !== undefined) return undefined;
    return new Map(
      items.map((item) => {
        const { permission, user } = asObject(item);
        const { id, displayName, email } = asObject(user);
        const name = asText(displayName) || asText(email) || asText(id);
        return [asText(id), { name, role: asText(permission) }] as const;
      }),
    );
  }
  return undefined;
}

function describeLowered(
  before: ReadonlyMap<string, UserRole>,
  after: ReadonlyMap<string, UserRole>,
): string | undefined {
  const descending: readonly string[] = [...roles, ""];
  const lowered = [...before].flatMap(([id, { name, role }]) => {
    const current = after.get(id)?.role ?? "";
    return descending.indexOf(current) > descending.indexOf(role)
      ? [`${name} (${role} → ${current || "none"})`]
      : [];
  });
  if (lowered.length === 0) return undefined;
  const more = lowered.length - mostNamed;
  const named = [...lowered.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])];
  const list = new Intl.ListFormat("en-US").format(named);
  return `This lowers the role of ${formatCount(lowered.length, "user")}: ${list}. To revert it: tome undo`;
}

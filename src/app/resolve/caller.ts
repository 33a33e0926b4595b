/** The current user and their teams. Each is read once, and only if needed. */
import type { Confirm, SelfWarning } from "../../commands/confirm.ts";
import type { ApiClient, JsonObject, JsonValue } from "../../context.ts";
import { ApiError } from "../../errors.ts";
import { asObject } from "../../json/values.ts";

export interface Self {
  /** Whether a value, or an item of a list, is the id or the email of the current user. */
  readonly isAmong: (people: JsonValue | undefined) => Promise<boolean>;
  /**
   * The role of the current user in the team; undefined if they do not belong to it, or it is
   * unknown.
   */
  readonly roleIn: (team: JsonValue | undefined, input: JsonObject) => Promise<string | undefined>;
}

/** @param client opened on first use */
export function openSelf(client: () => Promise<ApiClient>): Self {
  let me: Promise<JsonObject> | undefined;
  const person = () => {
    me ??= client().then(readCaller);
    return me;
  };
  const teams = new Map<string, Promise<ReadonlyMap<string, string>>>();
  return {
    async isAmong(people) {
      const named = [people].flat().filter((one) => typeof one === "string");
      if (named.length === 0) return false;
      const { id, email } = await person();
      const isEmail = (one: string) =>
        typeof email === "string" && one.toLowerCase() === email.toLowerCase();
      return named.some((one) => one === id || isEmail(one));
    },
    async roleIn(team, { organizationId }) {
      const { id } = await person();
      if (typeof team !== "string" || typeof id !== "string") return undefined;
      const within = typeof organizationId === "string" ? organizationId : "";
      const known = teams.get(within) ?? client().then((opened) => fetchTeams(id, within, opened));
      teams.set(within, known);
      return (await known).get(team);
    },
  };
}

/** The warning if the verb affects the current user; undefined if it affects only others. */
export async function describeSelfWarning(
  { selfWarnings }: Pick<Confirm, "selfWarnings">,
  input: JsonObject,
  self: Self,
): Promise<string | undefined> {
  for (const one of selfWarnings) if (await isOwn(one, input, self)) return one.warning;
  return undefined;
}

async function isOwn(own: SelfWarning, input: JsonObject, self: Self): Promise<boolean> {
  if ("team" in own) return (await self.roleIn(own.team(input), input)) !== undefined;
  if (!(await self.isAmong(own.people(input)))) return false;
  return own.owning === undefined || (await self.roleIn(own.owning(input), input)) === "owner";
}

async function readCaller(client: ApiClient): Promise<JsonObject> {
  const { current } = await import("../../contract/user.ts");
  return readOr(async () => asObject((await client.call(current, {})).value), {});
}

/** @param organization `""` for all organizations of the user */
async function fetchTeams(
  userId: string,
  organization: string,
  client: ApiClient,
): Promise<ReadonlyMap<string, string>> {
  const { list } = await import("../../contract/organization.ts");
  const { teams } = await import("../../contract/member.ts");
  const roles = new Map<string, string>();
  await readOr(async () => {
    const organizations =
      organization === "" ? await fetchIds(client.pages(list, {})) : [organization];
    for (const organizationId of organizations) {
      for await (const { items } of client.pages(teams, { organizationId, userId })) {
        for (const { team, member } of items.map(asObject)) {
          roles.set(String(asObject(team).id), String(asObject(member).role));
        }
      }
    }
  }, undefined);
  return roles;
}

async function fetchIds(pages: ReturnType<ApiClient["pages"]>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { items } of pages) for (const one of items) ids.push(String(asObject(one).id));
  return ids;
}

/**
 * The response, or `otherwise` if the platform refuses the request; the command itself will report
 * the error.
 */
async function readOr<T>(look: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof ApiError) return otherwise;
    throw error;
  }
}

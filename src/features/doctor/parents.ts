/** Checks that the default organization, space and site exist. */
import type { ApiClient, Context, JsonObject, Parent, ResolvedSettings } from "../../context.ts";
import * as organization from "../../contract/organization.ts";
import * as site from "../../contract/site.ts";
import * as space from "../../contract/space.ts";
import { ApiError, UsageError } from "../../errors.ts";
import { asObject } from "../../json/values.ts";
import {
  createAdvisoryCheck,
  createFailedCheck,
  createPassedCheck,
  type DoctorCheck,
} from "./check.ts";

type Set = NonNullable<ResolvedSettings["org"]>;
const called = { org: "organization", space: "space", site: "site" };

/** Only the organization is recommended, because most commands require it. */
export async function fetchParents(context: Context, client: ApiClient): Promise<DoctorCheck[]> {
  const { org: set, space: inSpace, site: inSite } = context.settings;
  const org = set ?? (await findOwnSettings(context));
  const resolveId = async (name: Parent, fallback: string) =>
    (await context.parentId(name)) ?? fallback;
  const checks = [
    org === undefined ? createMissingOrganizationCheck(context) : await orgCheck(org),
  ];
  if (inSpace !== undefined) {
    checks.push(
      await checkParent(context, "space", inSpace, async (spaceName) => {
        const spaceId = await resolveId("space", spaceName);
        const spaceRecord = asObject((await client.call(space.get, { spaceId })).value);
        return (
          (await belongsElsewhere("space", inSpace, spaceRecord.organization)) ?? spaceRecord.title
        );
      }),
    );
  }
  if (inSite !== undefined && org !== undefined) {
    checks.push(
      await checkParent(context, "site", inSite, async (given) => {
        const organizationId = await resolveId("org", org.value);
        const siteId = await resolveId("site", given);
        const answer = await client.call(site.get, { organizationId, siteId });
        return asObject(answer.value).title;
      }),
    );
  }
  return checks;

  function orgCheck(one: Set): Promise<DoctorCheck> {
    return checkParent(context, "org", one, async (reference) => {
      const organizationId = await resolveId("org", reference);
      return asObject((await client.call(organization.get, { organizationId })).value).title;
    });
  }

  async function belongsElsewhere(name: Parent, one: Set, of: JsonObject[string] | undefined) {
    if (org === undefined || typeof of !== "string") return undefined;
    if (of === (await resolveId("org", org.value))) return undefined;
    const result = `${one.value} (${one.from}) belongs to the organization ${of}, not to ${org.value} (${org.from})`;
    return createFailedCheck(called[name], result, suggestSetting(context, name, one));
  }
}

/** The local platform has its own organization, which is the default. */
async function findOwnSettings({ settings, local }: Context): Promise<Set | undefined> {
  if (!settings.local) return undefined;
  return { value: await local.organization(), from: "organization of the local platform" };
}

function createMissingOrganizationCheck({ settings }: Context): DoctorCheck {
  return createAdvisoryCheck(
    called.org,
    "not set; commands require --org",
    `To list yours: tome org list; to set one: ${formatSettingCommand(settings, "org")}`,
  );
}

/** @param look returns the title of the resource, or a failed check */
async function checkParent(
  context: Context,
  name: Parent,
  set: Set,
  look: (id: string) => Promise<DoctorCheck | JsonObject[string] | undefined>,
): Promise<DoctorCheck> {
  const check = called[name];
  try {
    const outcome = await look(set.value);
    if (isCheck(outcome)) return outcome;
    return createPassedCheck(
      check,
      `${typeof outcome === "string" ? `${outcome}, ` : ""}${set.value} (${set.from})`,
    );
  } catch (error) {
    if (error instanceof UsageError)
      return createFailedCheck(
        check,
        [error.message, ...error.details].join(" "),
        suggestSetting(context, name, set),
      );
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 403 && error.status !== 404) {
      return createFailedCheck(
        check,
        `${set.value} (${set.from}): ${error.message}`,
        "Try again later",
      );
    }
    const result = `${set.value} (${set.from}) does not exist or is not visible to you`;
    return createFailedCheck(check, result, suggestSetting(context, name, set));
  }
}

function isCheck(value: DoctorCheck | JsonObject[string] | undefined): value is DoctorCheck {
  return typeof value === "object" && value !== null && "check" in value && "fix" in value;
}

/** Suggests how to list the possible values and change the setting. */
function suggestSetting({ settings }: Context, name: Parent, { from }: Set): string {
  const shows = `To list yours: tome ${name} list${name === "org" ? "" : " --org <org>"}`;
  const [, variable] = /^environment (\w+)$/.exec(from) ?? [];
  if (variable !== undefined) return `${shows}; then change ${variable}`;
  const [, file] = /^project file (.+)$/.exec(from) ?? [];
  if (file !== undefined) return `${shows}; then change ${JSON.stringify(name)} in ${file}`;
  return `${shows}; ${formatSettingCommand(settings, name)}`;
}

function formatSettingCommand({ profileFlag }: ResolvedSettings, name: Parent): string {
  return `tome config set ${name} <${name}>${profileFlag}`;
}

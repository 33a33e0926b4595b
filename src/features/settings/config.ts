/** Settings of a profile: list, get, set and unset. */
import type { Context, Result } from "../../context.ts";
import {
  ApiError,
  MissingTokenError,
  NameNotFoundError,
  NetworkError,
  UsageError,
} from "../../errors.ts";
import { useProfile } from "../auth/auth.ts";

export async function getSetting(
  { store }: Context,
  { name }: { readonly name: string },
): Promise<Result> {
  const rows = store.rows();
  const row = rows.find((one) => one.name === name);
  if (row === undefined) {
    throw new UsageError(
      `Unknown setting ${JSON.stringify(name)}. Settings: ${rows.map((one) => one.name).join(", ")}.`,
      "tome config list",
    );
  }
  if (row.value === undefined) {
    throw new UsageError(`The setting ${name} is not set.`, `tome config set ${name} <value>`);
  }
  return { text: `${row.value}\n` };
}

export async function setSetting(
  context: Context,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<Result> {
  const { store } = context;
  if (name === "platform") return setPlatform(context, value);
  const note = isParent(name) ? await checkParent(context, name, value) : "";
  const profile = await store.set({ [name]: value });
  const isShared = profile !== context.settings.profile.value;
  const shared = isShared ? " All profiles use it for the local platform." : "";
  return {
    done: `Set ${name} in the profile ${profile}.${shared}${note}`,
    record: { profile, name, value },
  };
}

type ParentSetting = "org" | "space" | "site";

const parentKinds = { org: "organization", space: "space", site: "site" } as const;

function isParent(name: string): name is ParentSetting {
  return Object.hasOwn(parentKinds, name);
}

/**
 * A wrong name would otherwise be found by the next command. Without a token or a connection the
 * setting is stored unchecked.
 * @returns a sentence with a leading space if the value was not checked
 * @throws NameNotFoundError if the platform has no such resource
 */
async function checkParent(context: Context, name: ParentSetting, value: string): Promise<string> {
  const called = parentKinds[name];
  try {
    const organizationId = name === "org" ? undefined : await context.parentId("org");
    // The names of sites are unique in an organization only.
    if (name === "site" && organizationId === undefined) return "";
    const { id } = await context.lookUp({
      of: [name],
      word: value,
      label: name,
      within: { organizationId },
    });
    const client = await context.client({ lookup: true });
    if (organizationId !== undefined && name === "site") {
      const { get } = await import("../../contract/site.ts");
      await client.call(get, { organizationId, siteId: id });
    } else if (name === "space") {
      const { get } = await import("../../contract/space.ts");
      await client.call(get, { spaceId: id });
    } else {
      const { get } = await import("../../contract/organization.ts");
      await client.call(get, { organizationId: id });
    }
    return "";
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      throw new NameNotFoundError(
        `No ${called} has the id ${JSON.stringify(value)}.`,
        `tome ${name} list`,
      );
    }
    const isRefused = error instanceof ApiError && [401, 403].includes(error.status);
    if (isRefused || error instanceof MissingTokenError || error instanceof NetworkError) {
      return ` The ${called} was not checked: ${error.message}`;
    }
    throw error;
  }
}

export async function unsetSettings(
  context: Context,
  { names }: { readonly names: readonly string[] },
): Promise<Result> {
  const { store, settings } = context;
  if (names.length === 1 && names[0] === "platform") return setPlatform(context, "hosted");
  await store.unset(names);
  const profile = settings.profile.value;
  return {
    done: `Removed ${names.join(", ")} from the profile ${profile}.`,
    record: { profile, removed: names },
  };
}

/**
 * The platform follows from the profile, so setting it switches to the profile `local`, or away
 * from it.
 */
async function setPlatform(context: Context, value: string): Promise<Result> {
  if (value !== "local" && value !== "hosted") {
    throw new UsageError(
      `platform must be "local" or "hosted", not ${JSON.stringify(value)}. To set a URL, use base-url.`,
      "tome config set base-url <url>",
    );
  }
  const { defaultProfile } = context.settings;
  const hosted = defaultProfile === "local" ? "default" : defaultProfile;
  return useProfile(context, value === "local" ? "local" : hosted);
}

export async function listSettings({ store }: Context): Promise<Result> {
  const rows = store.rows().map(({ name, value, from, help }) => ({
    name,
    value: value ?? null,
    from: from ?? null,
    help,
  }));
  return {
    list: [rows],
    columns: [
      { header: "NAME", path: "name" },
      { header: "VALUE", path: "value", wide: true },
      { header: "FROM", path: "from", wide: true },
    ],
    none: "No settings.",
  };
}

export async function showSettingsPath({ store }: Context): Promise<Result> {
  return { text: `${store.path}\n` };
}

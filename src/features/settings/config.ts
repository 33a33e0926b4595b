/** Settings of a profile: list, get, set and unset. */
import type { Context, Result } from "../../context.ts";
import { UsageError } from "../../errors.ts";
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
  const { store, settings } = context;
  if (name === "platform") return setPlatform(context, value);
  await store.set({ [name]: value });
  const profile = settings.profile.value;
  return { done: `Set ${name} in the profile ${profile}.`, record: { profile, name, value } };
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

export async function settingsPath({ store }: Context): Promise<Result> {
  return { text: `${store.path}\n` };
}

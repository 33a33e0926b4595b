/** Login: verifies a token with the platform and stores it. */

import type { Context, PickOption, Result, TokenStorage } from "../../context.ts";
import { list } from "../../contract/organization.ts";
import { current } from "../../contract/user.ts";
import { ApiError, CanceledError, UsageError } from "../../errors.ts";
import { trimCharacter } from "../../json/trim.ts";
import { asObject } from "../../json/values.ts";
import { parseUser } from "./person.ts";

interface LoginInput {
  readonly withToken?: boolean;
  readonly web?: boolean;
  readonly browser?: boolean;
  readonly offline?: boolean;
  readonly insecureStorage?: boolean;
}

export async function login(context: Context, input: LoginInput): Promise<Result> {
  const { settings, store, terminal } = context;
  if (settings.local) {
    throw new UsageError(
      "The local platform needs no login. Choose another profile to log in.",
      "tome whoami",
    );
  }
  const token = store.tokenFrom(await obtainToken(context, input));
  context.conceal(token);
  const { value: baseUrl, from } = settings.baseUrl;
  const person = input.offline ? undefined : await fetchOwner(context, token);
  // Also creates the profile. A --base-url flag is stored for later commands.
  await store.set(from === "flag --base-url" ? { "base-url": baseUrl } : {});
  const { storage, warning } = await store.tokens.set(baseUrl, token, getStorage(context, input));
  if (warning !== undefined) terminal.warn(warning);
  const profile = settings.profile.value;
  warnAboutPrecedence(context);
  const organization = person === undefined ? "" : await setDefaultOrganization(context, token);
  const who = person === undefined ? "" : ` as ${person.name}`;
  return {
    done: `Logged in to ${baseUrl}${who} with profile ${profile}. The token is stored in the ${storage}${storage.startsWith("file ") ? ", readable only by you" : ""}.${organization}`,
    record: { profile, baseUrl, user: person?.id ?? null, token: storage },
  };
}

/**
 * Makes the user's organization, or one that they choose, the default of the profile.
 * @returns a sentence about it with a leading space, or "" if nothing was set
 */
async function setDefaultOrganization(context: Context, token: string): Promise<string> {
  const { settings, store, terminal } = context;
  if (settings.org !== undefined) return "";
  const all = await fetchOrganizations(context, token).catch(() => []);
  const [only, ...others] = all;
  if (only === undefined) return "";
  if (others.length > 0 && !terminal.interactive) {
    return ` You are a member of ${all.length} organizations. To set a default: tome config set org <org>${settings.profileFlag}`;
  }
  const org = others.length === 0 ? only.value : await pickOrganization(context, all);
  if (org === undefined) return "";
  await store.set({ org });
  const { title = org } = all.find(({ value }) => value === org) ?? {};
  return ` The default organization is ${title}.`;
}

/** Undefined if the user cancels the choice. */
async function pickOrganization(
  { terminal }: Context,
  all: readonly PickOption[],
): Promise<string | undefined> {
  try {
    return await terminal.pick("Organization:", all);
  } catch (error) {
    if (error instanceof CanceledError) return undefined;
    throw error;
  }
}

async function fetchOrganizations(context: Context, token: string): Promise<readonly PickOption[]> {
  const client = await context.client({ token });
  const all: PickOption[] = [];
  for await (const { items } of client.pages(list, {}, { size: 1000 })) {
    for (const item of items.map(asObject)) {
      const { id, title } = item;
      if (typeof id === "string")
        all.push({ value: id, title: typeof title === "string" ? title : id });
    }
  }
  return all;
}

/** Warns if a variable or another default profile takes precedence over the stored token. */
function warnAboutPrecedence({ settings, store, env, terminal }: Context): void {
  const variable = ["TOME_TOKEN", "GITBOOK_TOKEN"].find((name) => (env[name] ?? "") !== "");
  if (variable !== undefined) {
    terminal.warn(
      `The token in the environment variable ${variable} takes precedence while it is set.`,
    );
  }
  const { value: profile, from } = settings.profile;
  if (from !== "flag --profile") return;
  if (!store.accounts().some(({ name, inUse }) => name === profile && inUse)) {
    terminal.note(
      `Another profile is the default. Add --profile ${profile}, or run tome auth switch ${profile}.`,
    );
  }
}

/** Pipelines use a file, because their keyring does not persist between runs. */
function getStorage({ settings, env }: Context, { insecureStorage }: LoginInput): TokenStorage {
  if (insecureStorage) return "file";
  const automatic = env.CI === "true" || env.CI === "1";
  return settings.tokenStore?.value ?? (automatic ? "file" : "either");
}

async function obtainToken(
  context: Context,
  { withToken, web, browser = true }: LoginInput,
): Promise<string> {
  const { terminal, readText, settings } = context;
  if (withToken && web) {
    throw new UsageError(
      "Specify either --with-token or --web, not both.",
      "tome auth login --help",
    );
  }
  if (withToken) return readText("-");
  if (web) return (await import("./web-login.ts")).requestBrowserToken(context, browser);
  if (!terminal.interactive) {
    throw new UsageError(
      "--with-token is required when not running interactively.",
      "tome auth login --with-token < token.txt",
    );
  }
  const question = `Token for ${settings.baseUrl.value} (input is hidden):`;
  // Pasted text may include spaces.
  return trimCharacter(await terminal.ask(question, { hidden: true }), " ");
}

async function fetchOwner(context: Context, token: string) {
  const client = await context.client({ token });
  try {
    return parseUser((await client.call(current, {})).value);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const { baseUrl, profile } = context.settings;
    throw new ApiError(401, `${baseUrl.value} rejected the token. The token was not stored.`, {
      requestId: error.requestId,
      hint: `tome auth login --profile ${profile.value} --base-url ${baseUrl.value}`,
    });
  }
}

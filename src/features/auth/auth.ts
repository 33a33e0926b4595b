/** Profiles and their tokens: list, switch, print and delete. */
import { existsSync } from "node:fs";
import type { Context, Result } from "../../context.ts";
import { current } from "../../contract/user.ts";
import { ApiError, IncompleteError, MissingTokenError, UsageError } from "../../errors.ts";
import { parseUser } from "./person.ts";

export async function showAuthStatus(
  context: Context,
  { offline }: { readonly offline?: boolean },
): Promise<Result> {
  const { settings } = context;
  const profile = settings.profile.value;
  const baseUrl = settings.local
    ? `local platform in ${settings.dataDir.value}`
    : settings.baseUrl.value;
  const token = await context.token();
  if (token === undefined) {
    throw new MissingTokenError(
      `Profile ${profile} has no token for ${baseUrl}. To use the local platform without an account, run: tome auth switch local`,
      `tome auth login${settings.profileFlag}`,
    );
  }
  const details = { profile, profileFrom: settings.profile.from, baseUrl, tokenFrom: token.from };
  if (offline) return { record: { ...details, checked: false } };
  try {
    const client = await context.client();
    const person = parseUser((await client.call(current, {})).value);
    return { record: { ...details, checked: true, user: person.id, name: person.name } };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw new ApiError(401, `${baseUrl} rejected the token from the ${token.from}.`, {
      requestId: error.requestId,
      hint: token.from.startsWith("environment ")
        ? `Set a valid token in ${token.from.slice("environment ".length)}, or unset it to use the token of the profile.`
        : `tome auth login${settings.profileFlag}`,
    });
  }
}

export async function listProfiles({ store }: Context): Promise<Result> {
  const rows = store.accounts().map(({ name, inUse, baseUrl, tokenStorages }) => ({
    profile: name,
    inUse,
    baseUrl: baseUrl ?? "embedded",
    token: tokenStorages.length === 0 ? null : tokenStorages.join(" and "),
  }));
  return {
    list: [rows],
    columns: [
      { header: "PROFILE", path: "profile" },
      { header: "IN USE", path: "inUse", as: "flag" },
      { header: "PLATFORM", path: "baseUrl", wide: true },
      { header: "TOKEN", path: "token", wide: true },
    ],
    none: "No profiles.",
  };
}

export async function switchProfile(
  context: Context,
  input: { readonly profileName?: string },
): Promise<Result> {
  return useProfile(context, input.profileName ?? (await chooseAccount(context)));
}

/** Makes a profile the default and warns if environment variables override it. */
export async function useProfile(
  { store, env, terminal, settings, local }: Context,
  profile: string,
): Promise<Result> {
  await store.use(profile);
  const { TOME_PROFILE: named = profile } = env;
  if (named !== "" && named !== profile) {
    terminal.warn(`TOME_PROFILE is set to ${named} and takes precedence over the default profile.`);
  }
  const { environmentAddress, addressVariable } = settings;
  if (profile === "local" && addressVariable !== undefined) {
    terminal.warn(
      `${addressVariable} is set to ${environmentAddress.value}. While it is set, commands need --local.`,
    );
  }
  return {
    done: `Switched to profile ${profile}.`,
    next: profile === "local" ? findLocalStep(local) : undefined,
    record: { profile },
  };
}

/** The sample workspace is suggested only if there is no organization yet. */
function findLocalStep(local: Context["local"]): string {
  const hasData = local.database !== undefined || existsSync(local.folder);
  return hasData
    ? "This is the local platform, which needs no account. To list its spaces: tome space list"
    : "This is the local platform, which needs no account. To load the sample workspace: tome local seed";
}

async function chooseAccount({ store, terminal }: Context): Promise<string> {
  const names = store.accounts().map(({ name }) => name);
  if (terminal.interactive) return (await terminal.ask(`Profile (${names.join(", ")}):`)).trim();
  throw new UsageError(`<profile> is required. Profiles: ${names.join(", ")}.`, "tome auth list");
}

export async function printToken(context: Context): Promise<Result> {
  const token = await context.token();
  if (token === undefined) {
    throw new MissingTokenError(
      `Profile ${context.settings.profile.value} has no token for ${context.settings.baseUrl.value}.`,
      `tome auth login${context.settings.profileFlag}`,
    );
  }
  return { text: `${token.value}\n` };
}

export async function logout(context: Context): Promise<Result> {
  const { settings, store, env, terminal, idCache } = context;
  if (settings.local) {
    throw new UsageError(
      "The local platform needs no stored token. Choose another profile to log out.",
      "tome auth list",
    );
  }
  const { value: baseUrl } = settings.baseUrl;
  await endSignIn(context);
  const { removed, left } = await store.tokens.remove(baseUrl);
  const profile = settings.profile.value;
  const whose = `the token of profile ${profile} for ${baseUrl}`;
  if (left !== undefined) {
    const done =
      removed.length === 0 ? "" : ` The token was deleted from the ${removed.join(" and ")}.`;
    throw new IncompleteError(
      "failed",
      `The ${left.storage} ${left.reason} and may still contain ${whose}.${done}${left.advice}`,
      `tome auth logout${settings.profileFlag}`,
    );
  }
  idCache.forgetAddress(baseUrl, profile);
  const variable = ["TOME_TOKEN", "GITBOOK_TOKEN"].find((name) => (env[name] ?? "") !== "");
  if (variable !== undefined) {
    terminal.warn(`The token in the environment variable ${variable} is still in use.`);
  }
  const others = store.tokens.origins();
  if (others.length > 0) {
    terminal.note(
      `Profile ${profile} also has tokens for ${others.join(", ")}. To choose one, use --base-url <url>.`,
    );
  }
  return {
    done:
      removed.length > 0
        ? `Deleted ${whose} from the ${removed.join(" and ")}.`
        : `Profile ${profile} has no token for ${baseUrl}. No changes were made.`,
    record: { profile, baseUrl, removed: removed.length > 0, places: [...removed] },
  };
}

/** Revokes a token that was created by a sign-in in the browser. Other tokens are left valid. */
async function endSignIn(context: Context): Promise<void> {
  const token = await context.token().catch((): undefined => undefined);
  if (!token?.value.startsWith("tome_web_") || token.from.startsWith("environment ")) return;
  const client = await context.client({ token: token.value });
  const ended = await client.send({ method: "POST", path: "/sign-in/end" }).catch(() => undefined);
  if (ended?.problem === undefined && ended !== undefined) return;
  context.terminal.warn(
    "The platform could not be reached to revoke the sign-in. Its token expires after 30 days.",
  );
}

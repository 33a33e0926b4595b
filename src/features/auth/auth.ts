/** Lists and chooses profiles; tells of, prints and forgets their tokens. */
import type { Context, Result } from "../../context.ts";
import { current } from "../../contract/user.ts";
import { Problem, Unauthenticated, Unsettled, UsageError } from "../../errors.ts";
import { personIn } from "./person.ts";

export async function status(
  context: Context,
  { offline }: { readonly offline?: boolean },
): Promise<Result> {
  const { settings } = context;
  const profile = settings.profile.value;
  const baseUrl = settings.local
    ? `embedded, in ${settings.dataDir.value}`
    : settings.baseUrl.value;
  const token = await context.token();
  if (token === undefined) {
    throw new Unauthenticated(
      `The profile ${profile} has no token for ${baseUrl}. The platform inside tome needs none: tome auth switch local.`,
      `tome auth login${settings.profileFlag}`,
    );
  }
  const known = { profile, profileFrom: settings.profile.from, baseUrl, tokenFrom: token.from };
  if (offline) return { record: { ...known, checked: false } };
  try {
    const client = await context.client();
    const person = personIn((await client.call(current, {})).value);
    return { record: { ...known, checked: true, user: person.id, name: person.name } };
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
    throw new Problem(401, `${baseUrl} does not accept the token from the ${token.from}.`, {
      requestId: error.requestId,
      hint: token.from.startsWith("environment ")
        ? `Set another one in ${token.from.slice("environment ".length)}, or unset it to use the one of the profile.`
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
    none: "There are no profiles.",
  };
}

export async function switchProfile(
  context: Context,
  input: { readonly profileName?: string },
): Promise<Result> {
  return useProfile(context, input.profileName ?? (await chosen(context)));
}

/** Makes a profile the default one, and says what that means. */
export async function useProfile(
  { store, env, terminal, settings }: Context,
  profile: string,
): Promise<Result> {
  await store.use(profile);
  const { TOME_PROFILE: named = profile } = env;
  if (named !== "" && named !== profile) {
    terminal.warn(`TOME_PROFILE is set to ${named}, which decides as long as it is set.`);
  }
  const { environmentAddress, addressVariable } = settings;
  if (profile === "local" && addressVariable !== undefined) {
    terminal.warn(
      `${addressVariable} names another platform, ${environmentAddress.value}. As long as it is set, commands need --local, or are refused.`,
    );
  }
  return {
    done: `The profile ${profile} is used from now on.`,
    next:
      profile === "local"
        ? "It is the platform inside tome, which needs no account. To add a sample workspace: tome local seed"
        : undefined,
    record: { profile },
  };
}

async function chosen({ store, terminal }: Context): Promise<string> {
  const names = store.accounts().map(({ name }) => name);
  if (terminal.interactive) return (await terminal.ask(`Profile (${names.join(", ")}):`)).trim();
  throw new UsageError(
    `tome auth switch needs <profile>, which is one of ${names.join(", ")}.`,
    "tome auth list",
  );
}

export async function printToken(context: Context): Promise<Result> {
  const token = await context.token();
  if (token === undefined) {
    throw new Unauthenticated(
      `The profile ${context.settings.profile.value} has no token for ${context.settings.baseUrl.value}.`,
      `tome auth login${context.settings.profileFlag}`,
    );
  }
  return { text: `${token.value}\n` };
}

export async function logout(context: Context): Promise<Result> {
  const { settings, store, env, terminal, idCache } = context;
  if (settings.local) {
    throw new UsageError(
      "The embedded platform gives its own token, so none is kept; choose another profile to log out of.",
      "tome auth list",
    );
  }
  const { value: baseUrl } = settings.baseUrl;
  await endSignIn(context);
  const { removed, left } = await store.tokens.remove(baseUrl);
  const profile = settings.profile.value;
  const whose = `the token for ${baseUrl} of the profile ${profile}`;
  if (left !== undefined) {
    const done = removed.length === 0 ? "" : ` It is gone from the ${removed.join(" and ")}.`;
    throw new Unsettled(
      "failed",
      `The ${left.storage} ${left.reason}, and may still hold ${whose}.${done}${left.advice}`,
      `tome auth logout${settings.profileFlag}`,
    );
  }
  idCache.forgetAddress(baseUrl, profile);
  const variable = ["TOME_TOKEN", "GITBOOK_TOKEN"].find((name) => (env[name] ?? "") !== "");
  if (variable !== undefined) {
    terminal.warn(`The token in the environment variable ${variable} stays in force.`);
  }
  const others = store.tokens.origins();
  if (others.length > 0) {
    terminal.note(
      `The profile ${profile} has tokens for ${others.join(", ")} too; --base-url <address> chooses one.`,
    );
  }
  return {
    done:
      removed.length > 0
        ? `Forgot ${whose}, which was in the ${removed.join(" and ")}.`
        : `The profile ${profile} has no token for ${baseUrl}; nothing was forgotten.`,
    record: { profile, baseUrl, removed: removed.length > 0, places: [...removed] },
  };
}

/** A token that a sign-in in the browser has brought ends there as well; others are not tome's to end. */
async function endSignIn(context: Context): Promise<void> {
  const token = await context.token().catch((): undefined => undefined);
  if (!token?.value.startsWith("tome_web_") || token.from.startsWith("environment ")) return;
  const client = await context.client({ token: token.value });
  const ended = await client.send({ method: "POST", path: "/sign-in/end" }).catch(() => undefined);
  if (ended?.problem === undefined && ended !== undefined) return;
  context.terminal.warn(
    "The platform could not be told that the sign-in is over; its token ends by itself after 30 days.",
  );
}

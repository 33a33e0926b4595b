/** Stores a token, after the platform has accepted it. */

import type { Context, Result, TokenPlace } from "../context.ts";
import { current } from "../contract/user.ts";
import { UsageError } from "../errors.ts";
import { personIn } from "./person.ts";

interface LoginInput {
  readonly withToken?: boolean;
  readonly offline?: boolean;
  readonly insecureStorage?: boolean;
}

export async function login(context: Context, input: LoginInput): Promise<Result> {
  const { settings, store, terminal } = context;
  if (settings.local) {
    throw new UsageError(
      "The embedded platform needs no login: it gives its own token; choose another profile to log in to.",
      "tome whoami --local",
    );
  }
  const token = store.tokenFrom(await tokenGiven(context, input));
  const { value: baseUrl, from } = settings.baseUrl;
  const person = input.offline ? undefined : await ownerOf(context, token);
  // Makes the profile; and a flag is for this login and every later command of it.
  await store.set(from === "flag --base-url" ? { "base-url": baseUrl } : {});
  const { place, warning } = await store.tokens.set(baseUrl, token, placeFor(context, input));
  if (warning !== undefined) terminal.warn(warning);
  const profile = settings.profile.value;
  const who = person === undefined ? "" : ` as ${person.name}`;
  return {
    done: `Logged in to ${baseUrl}${who}, in the profile ${profile}. The token is kept in the ${place}, readable by you alone.`,
    record: { profile, baseUrl, user: person?.id ?? null, token: place },
  };
}

/** A pipeline has no keyring that would be there the next time. */
function placeFor({ settings, env }: Context, { insecureStorage }: LoginInput): TokenPlace {
  if (insecureStorage) return "file";
  const automatic = env.CI === "true" || env.CI === "1";
  return settings.tokenStore?.value ?? (automatic ? "file" : "either");
}

async function tokenGiven(
  { terminal, readText, settings }: Context,
  { withToken }: LoginInput,
): Promise<string> {
  if (withToken) return readText("-");
  if (!terminal.interactive) {
    throw new UsageError(
      "tome auth login asks for a token, and there is no terminal to ask at; give it on standard input with --with-token.",
      "tome auth login --with-token < token.txt",
    );
  }
  return terminal.ask(`Token for ${settings.baseUrl.value} (it does not show):`, { hidden: true });
}

async function ownerOf(context: Context, token: string) {
  const client = await context.client({ token });
  return personIn((await client.call(current, {})).value);
}

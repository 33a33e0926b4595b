/** Stores a token, after the platform has accepted it. */

import type { Context, Result } from "../context.ts";
import { current } from "../contract/user.ts";
import { UsageError } from "../errors.ts";
import { personIn } from "./person.ts";

interface LoginInput {
  readonly withToken?: boolean;
  readonly offline?: boolean;
}

export async function login(context: Context, input: LoginInput): Promise<Result> {
  const { settings, store } = context;
  if (settings.local) {
    throw new UsageError(
      "The embedded platform needs no login: it gives its own token; choose another profile to log in to.",
      "tome whoami --local",
    );
  }
  const token = store.tokenFrom(await tokenGiven(context, input));
  const { value: baseUrl, from } = settings.baseUrl;
  const person = input.offline ? undefined : await ownerOf(context, token);
  // A flag is for this login and every later command of the profile.
  if (from === "flag --base-url") await store.set({ "base-url": baseUrl });
  await store.tokens.set(baseUrl, token);
  const profile = settings.profile.value;
  const who = person === undefined ? "" : ` as ${person.name}`;
  return {
    done: `Logged in to ${baseUrl}${who}, in the profile ${profile}. The token is kept in the ${store.tokens.name}, readable by you alone.`,
    record: { profile, baseUrl, user: person?.id ?? null, token: store.tokens.name },
  };
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

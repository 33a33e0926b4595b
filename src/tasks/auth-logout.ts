/** Forgets a stored token. */
import type { Context, Result } from "../context.ts";

export async function logout({ settings, store, env, terminal }: Context): Promise<Result> {
  const { value: baseUrl } = settings.baseUrl;
  const removed = await store.tokens.remove(baseUrl);
  const profile = settings.profile.value;
  const variable = ["TOME_TOKEN", "GITBOOK_TOKEN"].find((name) => (env[name] ?? "") !== "");
  if (variable !== undefined) {
    terminal.warn(`The token in the environment variable ${variable} stays in force.`);
  }
  return {
    done: removed
      ? `Forgot the token for ${baseUrl} of the profile ${profile}.`
      : `The profile ${profile} has no token for ${baseUrl}; nothing was forgotten.`,
    record: { profile, baseUrl, removed },
  };
}

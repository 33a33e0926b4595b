/** Forgets a stored token, in every place that holds one. */
import type { Context, Result } from "../context.ts";
import { Unsettled, UsageError } from "../errors.ts";

export async function logout({
  settings,
  store,
  env,
  terminal,
  seenIds,
}: Context): Promise<Result> {
  if (settings.local) {
    throw new UsageError(
      "The embedded platform gives its own token, so none is kept; choose another profile to log out of.",
      "tome auth list",
    );
  }
  const { value: baseUrl } = settings.baseUrl;
  const { removed, left } = await store.tokens.remove(baseUrl);
  const profile = settings.profile.value;
  const whose = `the token for ${baseUrl} of the profile ${profile}`;
  if (left !== undefined) {
    const done = removed.length === 0 ? "" : ` It is gone from the ${removed.join(" and ")}.`;
    throw new Unsettled(
      "failed",
      `The ${left.place} ${left.reason}, and may still hold ${whose}.${done}${left.advice}`,
      `tome auth logout --profile ${profile}`,
    );
  }
  seenIds.forgetAddress(baseUrl, profile);
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

/** Tells which token is in use, where it is kept, and whether the platform takes it. */

import type { Context, Result } from "../context.ts";
import { current } from "../contract/user.ts";
import { Problem, Unauthenticated } from "../errors.ts";
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
      `The profile ${profile} has no token for ${baseUrl}.`,
      `tome auth login --profile ${profile}`,
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
        : `tome auth login --profile ${profile}`,
    });
  }
}

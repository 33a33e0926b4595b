/** Prints the token in use, for a pipe. */
import type { Context, Result } from "../context.ts";
import { Unauthenticated } from "../errors.ts";

export async function printToken(context: Context): Promise<Result> {
  const token = await context.token();
  if (token === undefined) {
    throw new Unauthenticated(
      `The profile ${context.settings.profile.value} has no token for ${context.settings.baseUrl.value}.`,
      "tome auth login",
    );
  }
  return { text: `${token.value}\n` };
}

/** Chooses the profile that holds where nothing names another. */
import type { Context, Result } from "../context.ts";
import { UsageError } from "../errors.ts";

export async function switchProfile(
  context: Context,
  input: { readonly profileName?: string },
): Promise<Result> {
  const profileName = input.profileName ?? (await chosen(context));
  await context.store.use(profileName);
  return {
    done: `The profile ${profileName} is used from now on.`,
    record: { profile: profileName },
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

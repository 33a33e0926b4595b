/** Chooses the profile that holds where nothing names another. */
import type { Context, Result } from "../context.ts";

export async function switchProfile(
  { store }: Context,
  { profileName }: { readonly profileName: string },
): Promise<Result> {
  await store.use(profileName);
  return {
    done: `The profile ${profileName} is used from now on.`,
    record: { profile: profileName },
  };
}

/** Selection of the token for the current base URL. */
import { MissingTokenError, UsageError } from "../errors.ts";
import { getOrigin } from "./base-url.ts";
import { readVariable, type SettingsEnvironment } from "./paths.ts";
import { type ResolvedSettings, selectedFrom } from "./resolve.ts";
import type { SourcedValue } from "./sources.ts";
import { checkToken, type TokenStore } from "./tokens.ts";

/** The prefix of all tokens of a local platform. */
const localPrefix = "tome_";

const variables = ["TOME_TOKEN", "GITBOOK_TOKEN"] as const;

/**
 * The token for the current base URL. A token from the environment is sent only to the base URL
 * from the environment or to the default; otherwise the token stored for exactly this origin is
 * used. The local platform accepts only its own tokens, and stored tokens are not read for it, so
 * that it never receives one of the hosted platform. Its own token is used only without a token in
 * the environment: a specified token is used or refused, but never replaced by one with more
 * permissions.
 * @throws UsageError for a token that is not a valid header value, without repeating it
 * @throws MissingTokenError for a token from the environment that does not belong to the current
 *   platform
 */
export async function findToken(
  settings: ResolvedSettings,
  env: SettingsEnvironment,
  store: TokenStore,
): Promise<SourcedValue<string> | undefined> {
  const set = variables.find((name) => readVariable(env, name) !== undefined);
  if (settings.local) {
    if (set === undefined) return undefined;
    if (env[set]?.startsWith(localPrefix) !== true) throw getLocalPlatformNot(set);
    return fromEnvironment(env, set);
  }
  if (set !== undefined) {
    if (!isForAddress(settings)) throw createMisdirectedError(settings, set);
    return fromEnvironment(env, set);
  }
  return store.get(settings.baseUrl.value);
}

function getLocalPlatformNot(name: string): MissingTokenError {
  return new MissingTokenError(
    `The token in ${name} does not belong to the local platform, whose tokens start with ${localPrefix}. It was not sent.`,
    `Unset ${name} to work as the owner of the local data, or set it to a token from tome local token create.`,
  );
}

/**
 * Refuses to use the local platform merely because it is the default if the environment contains
 * the URL of another platform: requests for that one must not silently go to the local one.
 * @throws UsageError
 */
export function refuseOtherPlatform(settings: ResolvedSettings): void {
  const { local, profile, environmentAddress, addressVariable } = settings;
  if (!local || profile.from !== selectedFrom || addressVariable === undefined) return;
  throw new UsageError(
    `The default profile is local, but ${addressVariable} specifies another platform: ${environmentAddress.value}. Select one with --local or --profile default, or unset the variable.`,
    "tome auth switch default",
  );
}

function isForAddress({ baseUrl, environmentAddress }: ResolvedSettings): boolean {
  return getOrigin(baseUrl.value) === getOrigin(environmentAddress.value);
}

function createMisdirectedError(
  { baseUrl, environmentAddress }: ResolvedSettings,
  name: string,
): MissingTokenError {
  const belongs = `${environmentAddress.value} (${environmentAddress.from})`;
  return new MissingTokenError(
    `The token in ${name} is only for ${belongs}, but the current base URL is ${baseUrl.value} (${baseUrl.from}).`,
    `Unset ${name} to use the stored token for ${baseUrl.value}, or set TOME_BASE_URL=${baseUrl.value} to send this token there.`,
  );
}

function fromEnvironment(env: SettingsEnvironment, name: string): SourcedValue<string> {
  const from = `environment ${name}`;
  return { value: checkToken(env[name], from), from };
}

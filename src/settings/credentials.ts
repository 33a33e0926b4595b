/** Decides which token is sent to the base address in force. */
import { Unauthenticated, UsageError } from "../errors.ts";
import { getOrigin } from "./address.ts";
import { type Environment, variable } from "./paths.ts";
import { type Settings, selectedFrom } from "./resolve.ts";
import type { Sourced } from "./sources.ts";
import { checkToken, type TokenStore } from "./tokens.ts";

/** How every token of a local platform begins. */
const localPrefix = "tome_";

const variables = ["TOME_TOKEN", "GITBOOK_TOKEN"] as const;

/**
 * The token to send to the base address in force: the one in the environment, which is sent only to
 * the address in the environment or the default; else the one stored for exactly this origin.
 * The local platform takes only tokens of a local platform, and stored tokens are not read, so that it
 * never gets one of the hosted platform. Only without a token in the environment, its own is used: a
 * token that was provided is used or refused, but never replaced by one with more rights.
 * @throws UsageError for a token that cannot stand in a header, without repeating it
 * @throws Unauthenticated for a token of the environment that does not belong to the platform in force
 */
export async function findToken(
  settings: Settings,
  env: Environment,
  store: TokenStore,
): Promise<Sourced<string> | undefined> {
  const set = variables.find((name) => variable(env, name) !== undefined);
  if (settings.local) {
    if (set === undefined) return undefined;
    if (env[set]?.startsWith(localPrefix) !== true) throw getLocalPlatformNot(set);
    return fromEnvironment(env, set);
  }
  if (set !== undefined) {
    if (!isForAddress(settings)) throw misdirected(settings, set);
    return fromEnvironment(env, set);
  }
  return store.get(settings.baseUrl.value);
}

function getLocalPlatformNot(name: string): Unauthenticated {
  return new Unauthenticated(
    `The token in ${name} is not a token of the local platform, whose tokens begin with ${localPrefix}. It was not sent.`,
    `Unset ${name} to work as the owner of the local data, or set it to a token that tome local token create prints.`,
  );
}

/**
 * Refuses to go to the embedded platform only because it is the default, where the environment has the
 * address of another one: what is meant for that must not end here without a word.
 * @throws UsageError
 */
export function refuseOtherPlatform(settings: Settings): void {
  const { local, profile, environmentAddress, addressVariable } = settings;
  if (!local || profile.from !== selectedFrom || addressVariable === undefined) return;
  throw new UsageError(
    `Your default profile is local, the platform inside tome, and ${addressVariable} names another one: ${environmentAddress.value}. Say which one you mean, with --local or --profile default, or unset the variable.`,
    "tome auth switch default",
  );
}

function isForAddress({ baseUrl, environmentAddress }: Settings): boolean {
  return getOrigin(baseUrl.value) === getOrigin(environmentAddress.value);
}

function misdirected({ baseUrl, environmentAddress }: Settings, name: string): Unauthenticated {
  const belongs = `${environmentAddress.value} (${environmentAddress.from})`;
  return new Unauthenticated(
    `The token in ${name} goes to ${belongs} and nowhere else; the address in force is ${baseUrl.value} (${baseUrl.from}).`,
    `Unset ${name} to use the token that was stored for ${baseUrl.value}, or set TOME_BASE_URL=${baseUrl.value} to send this one there.`,
  );
}

function fromEnvironment(env: Environment, name: string): Sourced<string> {
  const from = `environment ${name}`;
  return { value: checkToken(env[name], from), from };
}

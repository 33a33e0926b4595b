/** Decides which token goes with the base address in force. */
import { Unauthenticated } from "../errors.ts";
import { originOf } from "./address.ts";
import { type Environment, variable } from "./places.ts";
import type { Settings } from "./resolve.ts";
import type { Sourced } from "./sources.ts";
import { checkToken, type TokenStore } from "./tokens.ts";

const variables = ["TOME_TOKEN", "GITBOOK_TOKEN"] as const;

/**
 * The token to send to the base address in force: the environment's, which goes to the environment's
 * address or the default and nowhere else, else the one stored for exactly its origin.
 * With the embedded platform only a token of an embedded platform counts, and nothing stored is looked at,
 * so that a real token is never mistaken for one; the platform's own is then used.
 * @throws UsageError for a token that cannot stand in a header, without repeating it
 * @throws Unauthenticated for a token of the environment that does not belong to the address in force
 */
export async function findToken(
  settings: Settings,
  env: Environment,
  store: TokenStore,
): Promise<Sourced<string> | undefined> {
  const set = variables.find((name) => variable(env, name) !== undefined);
  if (settings.local) {
    return set !== undefined && env[set]?.startsWith("tome_")
      ? fromEnvironment(env, set)
      : undefined;
  }
  if (set !== undefined) {
    if (!isForAddress(settings)) throw strayed(settings, set);
    return fromEnvironment(env, set);
  }
  return store.get(settings.baseUrl.value);
}

function isForAddress({ baseUrl, environmentAddress }: Settings): boolean {
  return originOf(baseUrl.value) === originOf(environmentAddress.value);
}

function strayed({ baseUrl, environmentAddress }: Settings, name: string): Unauthenticated {
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

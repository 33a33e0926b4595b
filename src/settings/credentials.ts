/** Decides which token goes with the base address in force. */
import { type Environment, variable } from "./places.ts";
import type { Settings } from "./resolve.ts";
import type { Sourced } from "./sources.ts";
import { checkToken, type TokenStore } from "./tokens.ts";

const variables = ["TOME_TOKEN", "GITBOOK_TOKEN"] as const;

/**
 * The token to send to the base address in force: the environment's, else the one stored for exactly its origin.
 * With the embedded platform only a token of an embedded platform counts, and nothing stored is looked at,
 * so that a real token is never mistaken for one; the platform's own is then used.
 * @throws UsageError for a token that cannot stand in a header, without repeating it
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
  if (set !== undefined) return fromEnvironment(env, set);
  return store.get(settings.baseUrl.value);
}

function fromEnvironment(env: Environment, name: string): Sourced<string> {
  const from = `environment ${name}`;
  return { value: checkToken(env[name], from), from };
}

/** Values of environment variables: integers within limits, and secrets that may be in files. */
import { UsageError } from "../../errors.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * @returns undefined if the variable is not set or empty
 * @throws UsageError unless it is an integer within the limits
 */
export function readInteger(
  environment: Environment,
  name: string,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): number | undefined {
  const text = environment[name] ?? "";
  if (text === "") return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  throw new UsageError(
    `${name} must be an integer from ${minimum} to ${maximum}, not ${JSON.stringify(text)}.`,
  );
}

/**
 * A secret, or the content of the file that the variable with the suffix `_FILE` names, as service
 * managers pass credentials.
 * @returns undefined if neither variable is set
 * @throws UsageError if both are set, or the file cannot be read
 */
export async function readSecret(
  environment: Environment,
  name: string,
): Promise<string | undefined> {
  const file = environment[`${name}_FILE`];
  if (!file) return environment[name] || undefined;
  if (environment[name]) {
    throw new UsageError(`${name} and ${name}_FILE are both set. Unset one of them.`);
  }
  return readSecretFile(environment, `${name}_FILE`);
}

/**
 * The content of the file that a variable names, without spaces at its ends.
 * @returns undefined if the variable is not set
 * @throws UsageError if the file cannot be read
 */
export async function readSecretFile(
  environment: Environment,
  variable: string,
): Promise<string | undefined> {
  const file = environment[variable];
  if (!file) return undefined;
  const { readNamedFile } = await import("../../files/named-file.ts");
  try {
    return (await readNamedFile(file, file)).toString("utf8").trim();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The file in ${variable} cannot be read: ${reason}.`);
  }
}

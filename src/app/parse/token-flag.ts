/** Refuses a token on the command line, where other programs of the machine can read it. */
import { UsageError } from "../../errors.ts";

const names = ["token", "api-token", "access-token", "auth-token", "api-key", "password"];

/** The error for a flag that would take a token; undefined for any other flag. */
export function refuseTokenFlag(typed: string): UsageError | undefined {
  const [name = ""] = typed.replace(/^--?/, "").split("=");
  return names.includes(name.toLowerCase())
    ? createTokenFlagError(`The flag --${name} does not exist`)
    : undefined;
}

/** The error for a surplus word that is probably a token. The message does not repeat it. */
export function refuseTokenWord(line: string): UsageError | undefined {
  return line.startsWith("auth ")
    ? createTokenFlagError(`tome ${line} does not accept a token as an argument`)
    : undefined;
}

function createTokenFlagError(start: string): UsageError {
  return new UsageError(
    `${start}, because other programs can read command lines. Enter it at the prompt of tome auth login, pipe it to --with-token, or set TOME_TOKEN.`,
    "tome auth login --with-token < token.txt",
  );
}

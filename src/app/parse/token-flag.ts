/** Refuses a token on the command line, where other programs on the machine can read it. */
import { UsageError } from "../../errors.ts";

const names = ["token", "api-token", "access-token", "auth-token", "api-key", "password"];

/** The error for a flag that would take a token; undefined for any other flag. */
export function tokenFlag(typed: string): UsageError | undefined {
  const [name = ""] = typed.replace(/^--?/, "").split("=");
  return names.includes(name.toLowerCase()) ? refusal(`There is no flag --${name}`) : undefined;
}

/** The error for a surplus word that is probably a token, which is not repeated. */
export function tokenWord(line: string): UsageError | undefined {
  return line.startsWith("auth ") ? refusal(`tome ${line} takes no token`) : undefined;
}

function refusal(start: string): UsageError {
  return new UsageError(
    `${start}: other programs can read what stands on a command line. A token is typed at the prompt of tome auth login, comes from standard input with --with-token, or from the variable TOME_TOKEN.`,
    "tome auth login --with-token < token.txt",
  );
}

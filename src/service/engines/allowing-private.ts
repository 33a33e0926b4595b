/**
 * What cures a refusal of a private address, wherever the platform runs: with `--local` that is the
 * command itself, and there is no server to give a flag to.
 */
export const allowingPrivate =
  "TOME_ALLOW_PRIVATE=true allows it: with --local in the environment of the command, else where the platform is started, where tome serve also takes --allow-private";

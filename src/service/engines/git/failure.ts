/** Why Git failed, explained to people. */

export type GitReason =
  | "refused"
  | "unreachable"
  | "credentials"
  | "no-repository"
  | "empty"
  | "no-branch"
  | "timeout"
  | "too-large"
  | "rejected"
  | "failed";

/** The message is a sentence for people; it holds no user name and no password. */
export class GitFailure extends Error {
  override readonly name = "GitFailure";
  constructor(
    readonly reason: GitReason,
    message: string,
  ) {
    super(message);
  }
}

const known: readonly (readonly [RegExp, GitReason, string])[] = [
  [/couldn't find remote ref/i, "no-branch", "has no such branch"],
  [
    /host key verification failed/i,
    "refused",
    "shows no host key that the platform's known hosts have for it",
  ],
  [/permission denied \([\w,-]*publickey/i, "credentials", "does not take the platform's ssh key"],
  [/cannot run '?ssh/i, "failed", "is an ssh address, and the program ssh is not installed"],
  [
    /authentication failed|could not read (username|password)|permission denied|returned error: 40[13]/i,
    "credentials",
    "wants a user name and password, and takes none that were given",
  ],
  [
    /\[(remote )?rejected\]|non-fast-forward|fetch first|stale info|failed to push some refs|cannot lock ref/i,
    "rejected",
    "did not take the commit",
  ],
  [
    /not found|does not appear to be a git repository|is this a git repository|no such file|returned error: 404|not a git repository/i,
    "no-repository",
    "is not the address of a Git repository",
  ],
  [
    /rpc failed|early eof|hung up unexpectedly|empty reply|transfer closed/i,
    "unreachable",
    "broke off the connection",
  ],
  [
    /could not resolve|failed to connect|couldn't connect|connection (refused|reset|timed out|closed)|unable to access|could not read from remote/i,
    "unreachable",
    "could not be reached",
  ],
];

/**
 * @param output what the program wrote
 * @param safeOutput the same without secrets; a short secret may be part of any word
 */
export function parseFailure(address: string, output: string, safeOutput: string): GitFailure {
  const [, reason, sentence] = known.find(([pattern]) => pattern.test(output)) ?? [];
  const detail = detailIn(safeOutput);
  if (reason === undefined) return new GitFailure("failed", `Git failed at ${address}: ${detail}`);
  const added = reason === "rejected" || reason === "unreachable" ? ` (${detail})` : "";
  return new GitFailure(reason, `${address} ${sentence}${added}.`);
}

const longestDetail = 300;

/** The most informative line, without control characters. */
function detailIn(output: string): string {
  const lines = output
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\p{Cc}|\p{Cf}/gu, "").trim())
    .filter((line) => line !== "");
  const best = lines.find((line) => /^(fatal|error|remote|!)/i.test(line)) ?? lines.at(-1) ?? "";
  return best.slice(0, longestDetail).replace(/\.$/, "");
}

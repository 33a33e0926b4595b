/** Git failures and their messages for users. */

export type GitReason =
  | "refused"
  | "unreachable"
  | "credentials"
  | "no-repository"
  | "moved"
  | "empty"
  | "no-branch"
  | "timeout"
  | "too-large"
  | "rejected"
  | "checked-out"
  | "failed";

/** The message is a sentence for users; it contains no user name and no password. */
export class GitFailure extends Error {
  override readonly name = "GitFailure";
  constructor(
    readonly reason: GitReason,
    message: string,
  ) {
    super(message);
  }
}

const knownFailures: readonly (readonly [RegExp, GitReason, string])[] = [
  [/couldn't find remote ref/i, "no-branch", "does not have the branch"],
  [
    /host key verification failed/i,
    "refused",
    "has a host key that is not in the platform's known hosts",
  ],
  [/permission denied \([\w,-]*publickey/i, "credentials", "rejected the platform's SSH key"],
  [/cannot run '?ssh/i, "failed", "is an SSH URL, but ssh is not installed on the server"],
  [
    /returned error: 30[12378]|unable to update url base from redirection/i,
    "moved",
    "has moved to another URL",
  ],
  [
    /authentication failed|could not read (username|password)|permission denied|returned error: 40[13]/i,
    "credentials",
    "requires a valid user name and password",
  ],
  [
    /refusing to update checked out branch/i,
    "checked-out",
    "rejected the commit, because the branch is checked out there",
  ],
  [
    /\[(remote )?rejected\]|non-fast-forward|fetch first|stale info|failed to push some refs|cannot lock ref/i,
    "rejected",
    "rejected the commit",
  ],
  [
    /not found|does not appear to be a git repository|is this a git repository|no such file|returned error: 404|not a git repository/i,
    "no-repository",
    "is not a Git repository",
  ],
  [
    /rpc failed|early eof|hung up unexpectedly|empty reply|transfer closed/i,
    "unreachable",
    "closed the connection",
  ],
  [
    /could not resolve|failed to connect|couldn't connect|connection (refused|reset|timed out|closed)|unable to access|could not read from remote/i,
    "unreachable",
    "could not be reached",
  ],
];

/**
 * @param output the output of the git program
 * @param safeOutput the same without secrets; a short secret may be part of any word
 */
export function parseFailure(address: string, output: string, safeOutput: string): GitFailure {
  const [, reason, sentence] = knownFailures.find(([pattern]) => pattern.test(output)) ?? [];
  const detail = findDetail(safeOutput);
  if (reason === undefined) return new GitFailure("failed", `Git failed for ${address}: ${detail}`);
  const suffix = reason === "rejected" || reason === "unreachable" ? ` (${detail})` : "";
  return new GitFailure(reason, `${address} ${sentence}${suffix}.`);
}

const longestDetail = 300;

/** The most informative line, without control characters. */
function findDetail(output: string): string {
  const lines = output
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\p{Cc}|\p{Cf}/gu, "").trim())
    .filter((line) => line !== "");
  const best = lines.find((line) => /^(fatal|error|remote|!)/i.test(line)) ?? lines.at(-1) ?? "";
  return best.slice(0, longestDetail).replace(/\.$/, "");
}

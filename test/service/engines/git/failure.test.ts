import { expect, test } from "vitest";
import { parseFailure } from "../../../../src/service/engines/git/failure.ts";

const url = "https://h.example/a.git";
const login = "requires a valid user name and password";
const missing = "is not a Git repository";
const closed = "closed the connection";
const far = "could not be reached";
const rejected = "rejected the commit";

test.each([
  ["fatal: couldn't find remote ref main", "no-branch", "does not have the branch"],
  [
    "Host key verification failed.",
    "refused",
    "has a host key that is not in the platform's known hosts",
  ],
  [
    "git@h: Permission denied (publickey,password).",
    "credentials",
    "rejected the platform's SSH key",
  ],
  [
    "error: cannot run ssh: No such file",
    "failed",
    "is an SSH URL, but ssh is not installed on the server",
  ],
  ["The requested URL returned error: 301", "moved", "has moved to another URL"],
  ["The requested URL returned error: 308", "moved", "has moved to another URL"],
  ["fatal: unable to update url base from redirection", "moved", "has moved to another URL"],
  ["Authentication failed for x", "credentials", login],
  ["could not read Username for x", "credentials", login],
  ["could not read password", "credentials", login],
  ["Permission denied (password)", "credentials", login],
  ["returned error: 401", "credentials", login],
  ["returned error: 403", "credentials", login],
  [
    "refusing to update checked out branch",
    "checked-out",
    "rejected the commit, because the branch is checked out there",
  ],
  ["! [rejected] a", "rejected", `${rejected} (! [rejected] a)`],
  ["! [remote rejected] a", "rejected", `${rejected} (! [remote rejected] a)`],
  ["non-fast-forward", "rejected", `${rejected} (non-fast-forward)`],
  ["fetch first", "rejected", `${rejected} (fetch first)`],
  ["stale info", "rejected", `${rejected} (stale info)`],
  ["failed to push some refs", "rejected", `${rejected} (failed to push some refs)`],
  ["cannot lock ref", "rejected", `${rejected} (cannot lock ref)`],
  ["Repository not found.", "no-repository", missing],
  ["does not appear to be a git repository", "no-repository", missing],
  ["returned error: 404", "no-repository", missing],
  ["not a git repository", "no-repository", missing],
  ["no such file", "no-repository", missing],
  ["RPC failed", "unreachable", `${closed} (RPC failed)`],
  ["early EOF", "unreachable", `${closed} (early EOF)`],
  ["hung up unexpectedly", "unreachable", `${closed} (hung up unexpectedly)`],
  ["Could not resolve host", "unreachable", `${far} (Could not resolve host)`],
  ["Connection refused", "unreachable", `${far} (Connection refused)`],
  ["unable to access x", "unreachable", `${far} (unable to access x)`],
])("%j is explained", (output, reason, sentence) => {
  const { reason: found, message } = parseFailure(url, output, output);
  expect([found, message]).toEqual([reason, `${url} ${sentence}.`]);
});

test.each([
  ["one\r\n\n fatal: t\u0007wo.\nerror: three\nfour", "fatal: two"],
  ["one\nerror: two\nfatal: three", "error: two"],
  ["one\nremote: two\nthree", "remote: two"],
  ["one\n! two\nthree", "! two"],
  ["one\nan error: two\nthree.", "three"],
  ["x".repeat(301), "x".repeat(300)],
  ["", ""],
])("of %j, the message has the most informative line", (output, detail) => {
  const { reason, message } = parseFailure(url, "unknown", output);
  expect([reason, message]).toEqual(["failed", `Git failed for ${url}: ${detail}`]);
});

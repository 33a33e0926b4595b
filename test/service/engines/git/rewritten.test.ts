/** Whether the history of a branch was rewritten since an earlier commit. */
import { expect, it } from "vitest";
import { parseRepositoryUrl } from "../../../../src/service/engines/git/address.ts";
import { withRepository } from "../../../../src/service/engines/git.ts";
import { openOutside } from "../../../../src/service/engines/network/egress.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { type GitRepository, gitRepository } from "../../../support/git/git.ts";

const outside = openOutside(true);
const signal = new AbortController().signal;

/** A repository whose branch has a number of commits. */
function open(count: number) {
  const remote = gitRepository();
  const commits = Array.from({ length: count }, (_, index) =>
    remote.commit({ "a.md": `${index}` }, `Commit ${index}`),
  );
  const isRewritten = (head: string, earlier: string) => {
    const address = parseRepositoryUrl(`file://${remote.path}`, true);
    return withRepository({ address, credentials: undefined, outside, signal }, (repository) =>
      repository.isRewritten(head, earlier),
    );
  };
  return { remote, commits, isRewritten };
}

/** Continues the branch after an earlier commit. */
function continueAfter(remote: GitRepository, commit: string | undefined): string {
  remote.git("update-ref", "refs/heads/main", commit ?? "");
  return remote.commit({ "b.md": "other" }, "Other");
}

it.each([
  { what: "the same commit", count: 1, at: 0 },
  { what: "a later commit", count: 3, at: 0 },
  { what: "the last commit of 50", count: 50, at: 0 },
  { what: "a commit further back", count: 52, at: 0 },
])("a branch that is at $what was not rewritten", async ({ count, at }) => {
  const { commits, isRewritten } = open(count);
  expect(await isRewritten(commits.at(-1) ?? "", commits[at] ?? "")).toBe(false);
});

it.each([
  { what: "few commits", count: 3 },
  { what: "many commits", count: 53 },
])("a branch of $what without the earlier one was rewritten", async ({ count }) => {
  const { remote, commits, isRewritten } = open(count);
  const earlier = commits.at(-1) ?? "";
  const head = continueAfter(remote, commits.at(-2));
  expect(await isRewritten(head, earlier)).toBe(true);
});

slowTest("of a long history, the part before the earlier commit is not needed", async () => {
  const { remote, commits, isRewritten } = open(1);
  remote.commitAll(Array.from({ length: 1005 }, (_, index) => ({ "a.md": `next ${index}` })));
  const head = remote.head();
  expect(await isRewritten(head, commits[0] ?? "")).toBe(false);
  const other = continueAfter(remote, head);
  remote.git("update-ref", "refs/heads/main", head);
  expect(await isRewritten(head, other)).toBe(true);
});

it("a branch was rewritten if the earlier commit was deleted", async () => {
  const { commits, isRewritten } = open(2);
  expect(await isRewritten(commits[1] ?? "", "1".repeat(40))).toBe(true);
});

it("a branch that was set back was rewritten", async () => {
  const { remote, commits, isRewritten } = open(3);
  remote.git("update-ref", "refs/heads/main", commits[1] ?? "");
  expect(await isRewritten(commits[1] ?? "", commits[2] ?? "")).toBe(true);
});

it("a missing branch is reported, if the repository has others", async () => {
  const { remote } = open(1);
  const address = parseRepositoryUrl(`file://${remote.path}`, true);
  const fetching = withRepository(
    { address, credentials: undefined, outside, signal },
    (repository) => repository.fetch("refs/heads/nosuch"),
  );
  await expect(fetching).rejects.toMatchObject({
    reason: "no-branch",
    message: `${address.url} has no branch refs/heads/nosuch.`,
  });
});

import { expect, test } from "vitest";
import * as git from "../../../../src/contract/git.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { gitSpace, main } from "../../../support/git/git-space.ts";

test("a folder URL that is not an absolute path is refused at once, and others are normalized", async () => {
  const { workspace, admin, spaceId, imports } = await gitSpace();
  const bad = [
    "file:x",
    "file:/srv/docs",
    "file://host/docs",
    "file:",
    "file:////x",
    "file:///a%0ab",
  ];
  for (const url of bad) {
    expect(
      await workspace.refused(admin, git.importRepository, { spaceId, url, ref: main }),
      url,
    ).toMatchObject({ status: 400, message: expect.stringMatching(/URL|absolute path/) });
  }
  const repository = gitRepository();
  repository.commit({ "README.md": "# Home\n" });
  for (const url of [repository.path, `FILE://${repository.path}`]) {
    expect((await imports(url, { force: true })).error, url).toBeUndefined();
  }
});

test("a folder inside .git or outside the repository is refused at once, in any spelling", async () => {
  const { workspace, admin, spaceId } = await gitSpace();
  const url = gitRepository().path;
  const bad = [".git", ".git/hooks", ".GIT/hooks", "GIT~1", "docs/git~2", "\\..\\..", "docs\\.git"];
  for (const folder of [...bad, "..", ".git.", ".git ", ".g\u200cit", ".git::$INDEX_ALLOCATION"]) {
    const asked = { spaceId, url, ref: main, repoProjectDirectory: folder };
    for (const refusal of [
      await workspace.refused(admin, git.importRepository, asked),
      await workspace.refused(admin, git.exportRepository, { ...asked, commitMessage: "x" }),
    ]) {
      expect(refusal, folder).toMatchObject({
        status: 400,
        message: expect.stringContaining("repoProjectDirectory"),
      });
    }
  }
});

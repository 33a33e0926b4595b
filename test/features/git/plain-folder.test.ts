import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { findPlainFolder, requireRepository } from "../../../src/features/git/plain-folder.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

function createFolder(paths: readonly string[]): string {
  const folder = temporaryFolder();
  for (const path of paths) {
    if (path.endsWith("/")) mkdirSync(join(folder, path), { recursive: true });
    else writeFileSync(join(folder, path), "ref: refs/heads/main\n");
  }
  return folder;
}

describe("a folder without a repository is plain", () => {
  test.each<[string, readonly string[], string, boolean]>([
    ["with files", ["a.md"], "", true],
    ["that is empty", [], "", true],
    ["with a folder named HEAD", ["HEAD/"], "", true],
    ["with a repository", [".git/"], "", false],
    ["within a repository", [".git/", "docs/"], "docs", false],
    ["that is a bare repository", ["HEAD", "objects/", "refs/"], "", false],
    ["that is a file", ["a.md"], "a.md", false],
    ["that does not exist", [], "gone", false],
  ])("%s: %j", async (_, paths, below, isPlain) => {
    const folder = join(createFolder(paths), below);
    const url = pathToFileURL(folder).href;
    expect(await findPlainFolder(url)).toBe(isPlain ? folder.replace(/\/$/, "") : undefined);
    const required = requireRepository({ url, spaceId: "S1" });
    if (isPlain) {
      await expect(required).rejects.toMatchObject({
        message: expect.stringContaining(
          "is not a Git repository, so the space cannot be exported to it.",
        ),
        hint: "tome git connect S1 --repo <url>",
      });
    } else await required;
  });

  test.each(["https://git.example.com/a", "file://host/a", "FILE:///nosuch", "/tmp", ""])(
    "not the URL %s",
    async (url) => {
      expect(await findPlainFolder(url)).toBeUndefined();
    },
  );
});

import { describe, expect, test } from "vitest";
import { findSourceError } from "../../../src/app/parse/content-source.ts";
import { findCommand } from "../../../src/app/parse/find-command.ts";
import { openLocalTome } from "../../support/commands/tome.ts";

describe("a folder or repository as an argument of an import", () => {
  test.each([
    ["import start ./md", "tome space create --title md --from-folder ./md --local"],
    ["import ./md", "tome space create --title md --from-folder ./md --local"],
    ["import start ../a/b/", "tome space create --title b --from-folder ../a/b/ --local"],
    ["import start .", "tome space create --title <title> --from-folder . --local"],
    ["import start ./md --space Handbook", "tome git connect Handbook --repo ./md --local"],
    ["import start --space=Handbook ./md", "tome git connect Handbook --repo ./md --local"],
    [
      "import start github.com/acme/docs",
      "tome git connect <space> --repo github.com/acme/docs --local",
    ],
    [
      "import start https://git.example.com/docs.git",
      "tome git connect <space> --repo https://git.example.com/docs.git --local",
    ],
    [
      "import git@example.com:acme/docs.git",
      "tome git connect <space> --repo git@example.com:acme/docs.git --local",
    ],
    ["git import ./md", "tome space create --title md --from-folder ./md --local"],
    [
      "git clone https://github.com/acme/docs.git",
      "tome git connect <space> --repo https://github.com/acme/docs.git --local",
    ],
  ])("tome %s suggests another command", async (line, hint) => {
    const { run } = openLocalTome();
    const { code, stderr } = await run(line);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`hint: ${hint}\n`)]);
  });

  test.each([
    "import start https://github.com/acme/docs --space Handbook",
    "import start https://example.com --space ./Handbook",
  ])("tome %s is accepted", async (line) => {
    const { run } = openLocalTome();
    const { stderr } = await run(`${line} --dry-run`);
    expect(stderr).not.toContain("tome git connect");
  });
});

describe("findSourceError", () => {
  test.each([
    ...["github.com", "gitlab.com", "bitbucket.org"].map((host) => `${host}/acme/docs`),
    "github.com/acme/docs/",
    "https://git.example.com/docs.git",
    "https://git.example.com/docs.git/",
    "git@git.example.com:docs",
  ])("%s is a repository", (word) => {
    expect(findSourceError(["import", "start"], [word])).toMatchObject({
      message: "tome import start reads a website. To import a repository, connect a space to it.",
      hint: `tome git connect <space> --repo ${word}`,
    });
  });

  test.each(["./md", "../md", "/home/ada/md", "~/md", ".", "..", "C:\\md", "\\md", "c:/md"])(
    "%s is a folder",
    (word) => {
      const error = findSourceError(["space", "import"], [word]);
      expect(error?.message).toBe(
        "tome space has no command import. To import a folder, create a space from it.",
      );
      expect(error?.hint).toMatch(/^tome space create --title \S+ --from-folder /);
    },
  );

  test.each<[path: string, rest: string[]]>([
    ["import start", ["https://github.com/acme/docs"]],
    ["import start", ["github.com/acme"]],
    ["import start", ["gitlab.example.com/acme/docs"]],
    ["import start", ["md"]],
    ["import start", []],
    // The word is the value of a flag.
    ["import start", ["--title", "./md", "https://example.com"]],
    ["import start", ["--title=x", "https://example.com"]],
    ["space create", ["./md"]],
    ["toString", ["./md"]],
  ])("%s %j is accepted", (path, rest) => {
    expect(findSourceError(path.split(" "), rest)).toBeUndefined();
  });

  test.each<[rest: string[], hint: string]>([
    [["./md", "--space", "Handbook"], "tome git connect Handbook --repo ./md"],
    [["./md", "--space=Handbook"], "tome git connect Handbook --repo ./md"],
    // A value that needs quotes is not repeated.
    [["./md", "--space", "My guide"], "tome space create --title md --from-folder ./md"],
    [["./md", "--space"], "tome space create --title md --from-folder ./md"],
    [["./my docs"], "tome space create --title <title> --from-folder ./my docs"],
  ])("the hint for %j is %s", (rest, hint) => {
    expect(findSourceError(["import"], rest)?.hint).toBe(hint);
  });

  test.each(["import ./md", "space import ./md", "git clone ./md", "git import ./md"])(
    "tome %s is refused for its folder",
    async (line) => {
      await expect(findCommand(line.split(" "))).rejects.toThrow("To import a folder, ");
    },
  );
});

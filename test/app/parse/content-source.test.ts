import { describe, expect, test } from "vitest";
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

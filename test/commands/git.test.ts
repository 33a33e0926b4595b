import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";
import { gitRepository } from "../support/git/git.ts";
import { gitServer } from "../support/git/git-http.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

slowTest(
  "git import and export work on the command line, and --wait reports the result",
  async () => {
    const tome = openTome();
    const repository = gitRepository();
    repository.commit({ "README.md": "# Home\n" });
    const server = await gitServer({ path: repository.path, access: "bot:canary-word" });
    const env = { TOME_PROFILE: "local", TOME_ALLOW_PRIVATE: "true" };
    const space = (await tome("space create --title Docs --format id", { env })).stdout.trim();
    const given = `--space ${space} --ref refs/heads/main`;

    const none = await tome(`git info --space ${space}`, { env });
    expect([none.code, none.stderr]).toEqual([5, expect.stringContaining("has no Git repository")]);

    const address = server.address("bot", "canary-word");
    const done = await tome(`git import --url ${address} ${given} --wait`, { env });
    expect([done.code, done.stderr]).toEqual([0, expect.stringContaining("Completed the import")]);

    const info = await tome(`git info --space ${space} --json state,commit`, { env });
    expect(JSON.parse(info.stdout)).toEqual({ state: "success", commit: repository.head() });

    const wrong = await tome(`git import --url ${server.address("bot", "no")} ${given} --wait`, {
      env,
    });
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toMatch(/state failure: .*requires a valid user name and password/);

    const message = ["git", "export", "--url", address, "--space", space];
    const more = ["--ref", "refs/heads/main", "--message", "From here", "--wait"];
    const out = await tome([...message, ...more], { env });
    expect([out.code, out.stderr]).toEqual([0, expect.stringContaining("Completed the export")]);

    const dry = await tome(`git import --url ${address} ${given} --dry-run`, { env });
    expect(JSON.parse(dry.stdout).body).toMatchObject({ ref: "refs/heads/main" });
    for (const { stdout, stderr } of [done, info, wrong, out, dry]) {
      expect(stdout + stderr).not.toContain("canary-word");
    }

    const branch = `git import --url ${address} --space ${space} --dry-run --ref`;
    const named = await tome(`${branch} main`, { env });
    expect(JSON.parse(named.stdout).body).toMatchObject({ ref: "refs/heads/main" });
    const refused = await tome(`${branch} refs/tags/v1`, { env });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("--ref")]);
    const legacy = await tome(`git remove-legacy --space ${space} --yes`, { env });
    expect(legacy.code).toBe(0);
  },
);

slowTest("git plan predicts the result of git import, and --fail exits with 10", async () => {
  const tome = openTome();
  const env = { TOME_PROFILE: "local", TOME_ALLOW_PRIVATE: "true" };
  const repository = gitRepository();
  repository.commit({ "README.md": "# Home\n", "SUMMARY.md": "* [Home](README.md)\n" });
  const checkout = join(temporaryFolder(), "checkout");
  repository.git("clone", "-q", repository.path, checkout);
  const space = (await tome("space create --title Docs --format id", { env })).stdout.trim();
  const first = await tome(`git plan --space ${space} --repo ${checkout} --fail`, { env });
  expect([first.code, first.stdout]).toEqual([
    10,
    expect.stringMatching(/added.*Home.*README\.md/),
  ]);
  expect(first.stderr).toContain("The import would change: 1 page added.");
  const line = `--space ${space} --ref refs/heads/main --url ${repository.path}`;
  const done = await tome(`git import ${line} --wait`, { env });
  expect(done.stderr).toMatch(
    /Completed the import at commit \w+\. Changed: 1 page added\. It read \d+ bytes and took [\d.]+ s: fetch [\d.]+ s, read/,
  );

  const same = await tome(`git plan --space ${space} --fail`, { env });
  expect([same.code, same.stdout]).toEqual([0, ""]);
  expect(same.stderr).toContain("The import would change nothing in the space.");
  const json = await tome(`git plan --space ${space} --direction export --json lines,behind`, {
    env,
  });
  expect(JSON.parse(json.stdout)).toEqual({ lines: { added: 0, removed: 0 }, behind: 0 });

  const both = await tome(`git plan --space ${space} --repo . --url ${repository.path}`, { env });
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("either --repo or --url")]);
  const none = await tome(`git plan --space ${space} --repo ${temporaryFolder()}`, { env });
  expect([none.code, none.stderr]).toEqual([
    2,
    expect.stringContaining("is not a checkout of a Git repository"),
  ]);
});

slowTest("ignored redirects are reported by the import and by git info", async () => {
  const tome = openTome();
  const env = { TOME_PROFILE: "local", TOME_ALLOW_PRIVATE: "true" };
  const repository = gitRepository();
  const settings = "redirects:\n  /old: README.md\n  gone: nothing.md\n  home: README.md\n";
  repository.commit({ "README.md": "# Home\n", ".gitbook.yaml": settings });
  const space = (await tome("space create --title Docs --format id", { env })).stdout.trim();
  const line = `git import --url ${repository.path} --ref refs/heads/main --space ${space}`;
  const slash = ".gitbook.yaml: the redirect from /old must not begin with a slash. Use old.";
  const lost =
    ".gitbook.yaml: the redirect from gone leads to nothing.md, which is not a page of the space.";
  const done = await tome(`${line} --wait`, { env });
  expect([done.code, done.stderr]).toEqual([0, expect.stringContaining(`${slash} ${lost}`)]);
  const info = await tome(`git info --space ${space} --json warnings`, { env });
  expect(JSON.parse(info.stdout)).toEqual({ warnings: [slash, lost] });
  const page = await tome(`page get --path home --space ${space} --json title`, { env });
  expect(JSON.parse(page.stdout)).toEqual({ title: "Home" });
});

test("the confirmation of a first import names the space from the project file", async () => {
  const tome = openTome();
  const env = { TOME_PROFILE: "local" };
  const space = (await tome("space create --title Docs --format id", { env })).stdout.trim();
  const cr = (await tome(`cr create --space ${space} --subject Start --format id`, { env })).stdout;
  await tome(`cr edit ${cr.trim()} --space ${space} --new --title Home`, { env });
  await tome(`cr merge ${cr.trim()} --space ${space}`, { env });
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, ".tome.json"), JSON.stringify({ space }));
  const line = "git import --url https://example.com/docs.git --ref refs/heads/main";
  const asked = await tome(line, { env, cwd, answers: ["n"] });
  expect(asked.code).toBe(3);
  expect(asked.stderr).toContain(`Import, in space "Docs" (${space}) (from .tome.json)?`);
  const typed = await tome(`${line} --space ${space}`, { env, cwd, answers: ["n"] });
  expect(typed.stderr).toContain("Import?");
});

slowTest("the first import into a space with pages is confirmed and duplicates none", async () => {
  const tome = openTome();
  const repository = gitRepository();
  repository.commit({ "README.md": "# Home\n", "install.md": "# Install\n\nFrom Git.\n" });
  const env = { TOME_PROFILE: "local", TOME_ALLOW_PRIVATE: "true" };
  const space = (await tome("space create --title Docs --format id", { env })).stdout.trim();
  const cr = (await tome(`cr create --space ${space} --subject Start --format id`, { env })).stdout;
  for (const title of ["Home", "Install", "Here"]) {
    await tome(`cr edit ${cr.trim()} --space ${space} --new --title ${title}`, { env });
  }
  const merged = await tome(`cr merge ${cr.trim()} --space ${space}`, { env });
  expect(merged.code).toBe(0);
  const pages = async () => {
    const { stdout } = await tome(`page list --space ${space} --json`, { env });
    const { pages }: { pages: { id: string; title: string }[] } = JSON.parse(stdout);
    return pages.map(({ id, title }) => `${title} ${id}`).sort();
  };
  const before = await pages();
  expect(before).toHaveLength(3);
  const line = `git import --url ${repository.path} --ref refs/heads/main --space ${space} --wait`;

  const refused = await tome(line, { env });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(
    "The space has 3 pages and is not synchronized with a repository",
  );
  expect(refused.stderr).toContain("--yes is required to import");
  const no = await tome(line, { env, answers: ["n"] });
  expect([no.code, no.stderr]).toEqual([
    3,
    expect.stringContaining("all other pages are kept. Import?"),
  ]);
  expect((await tome(`git info --space ${space}`, { env })).code).toBe(5);

  expect((await tome(`${line} --quiet`, { env, answers: ["y"] })).code).toBe(0);
  expect(await pages()).toEqual(before);
  // From now on it is an ordinary import.
  expect((await tome(line, { env })).code).toBe(0);
  expect(await pages()).toEqual(before);
});

for (const flag of ["--yes", "--force", "--standalone"]) {
  slowTest(`${flag} does not ask before a first import`, async () => {
    const tome = openTome();
    const repository = gitRepository();
    repository.commit({ "README.md": "# Home\n" });
    const env = { TOME_PROFILE: "local", TOME_ALLOW_PRIVATE: "true" };
    await tome("local seed", { env });
    const [space = ""] = (await tome("space list --format id", { env })).stdout.split("\n");
    const line = `git import --url ${repository.path} --ref refs/heads/main --space ${space}`;
    expect(await tome(`${line} ${flag}`, { env })).toMatchObject({ code: 0 });
  });
}

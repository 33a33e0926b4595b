import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { openTome } from "../support/tome.ts";

const scripts = {
  bash: "data/bash-completion/completions/tome",
  zsh: "data/zsh/site-functions/_tome",
  fish: "config/fish/completions/tome.fish",
  pwsh: "data/tome/tome.ps1",
};

/** A home with a shell, where `doctor` says what it finds of its completion. */
function openHome(shell: string) {
  const home = temporaryFolder();
  const env = {
    HOME: home,
    XDG_DATA_HOME: join(home, "data"),
    XDG_CONFIG_HOME: join(home, "config"),
    SHELL: shell,
  };
  const tome = openTome();
  return {
    home,
    install: (name: string) => tome(`completion ${name} --install`, { env }),
    async found() {
      const { stdout } = await tome("doctor --local --json", { env });
      const findings: { check: string }[] = JSON.parse(stdout);
      return findings.find(({ check }) => check === "completion");
    },
  };
}

test.each(Object.entries(scripts))("%s: doctor sees the completion", async (program, place) => {
  const { home, install, found } = openHome(`/usr/bin/${program}`);
  const shell = program === "pwsh" ? "powershell" : program;
  const cure = `tome completion ${shell} --install`;
  expect(await found()).toMatchObject({ ok: true, found: `not installed for ${shell}`, cure });
  await install(shell);
  const file = join(home, place);
  expect(await found()).toMatchObject({ ok: true, found: `${shell}, in ${file}`, cure: null });
  writeFileSync(file, `${readFileSync(file, "utf8")}\n`);
  expect(await found()).toMatchObject({
    ok: false,
    found: `${shell}, of another version of tome, in ${file}`,
    cure,
  });
});

test("doctor sees that nothing loads the completion", async () => {
  const { home, install, found } = openHome("/bin/zsh");
  await install("zsh");
  writeFileSync(join(home, ".zshrc"), "# mine\n");
  expect(await found()).toMatchObject({
    ok: false,
    found: `zsh, in ${join(home, scripts.zsh)}, which ${join(home, ".zshrc")} does not load`,
    cure: "tome completion zsh --install",
  });
});

test("a shell that there is no completion for is no fault, and neither is an odd place", async () => {
  expect(await openHome("/bin/tcsh").found()).toMatchObject({ ok: true, cure: null });
  expect(await openHome("").found()).toMatchObject({ ok: true, cure: null });
  const { home, found } = openHome("/bin/fish");
  mkdirSync(join(home, dirname(scripts.fish)), { recursive: true });
  mkdirSync(join(home, scripts.fish));
  expect(await found()).toMatchObject({ ok: true, found: "not installed for fish" });
});

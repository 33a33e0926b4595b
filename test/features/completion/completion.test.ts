import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { buildCompletionScript } from "../../../src/app/completion/script.ts";
import { openTome } from "../../support/commands/tome.ts";
import { sample, slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

/** A home folder, and the paths of the scripts in it. */
function openHome() {
  const home = temporaryFolder();
  const env = {
    HOME: home,
    XDG_DATA_HOME: join(home, "data"),
    XDG_CONFIG_HOME: join(home, "config"),
  };
  const tome = openTome();
  return {
    home,
    install: (shell: string) => tome(`completion ${shell} --install`, { env }),
    installJson: async (shell: string) =>
      JSON.parse((await tome(`completion ${shell} --install --json`, { env })).stdout),
    read: (path: string) => readFileSync(join(home, path), "utf8"),
    put(path: string, text: string) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    },
  };
}

const paths = {
  bash: "data/bash-completion/completions/tome",
  zsh: "data/zsh/site-functions/_tome",
  fish: "config/fish/completions/tome.fish",
  powershell: "data/tome/tome.ps1",
};
const startFiles = {
  bash: ".bashrc",
  zsh: ".zshrc",
  powershell: "config/powershell/profile.ps1",
};

slowTest("the script of each shell is printed unchanged", async () => {
  const tome = openTome();
  for (const shell of Object.keys(paths)) {
    const { code, stdout } = await tome(`completion ${shell}`);
    expect(code).toBe(0);
    expect(stdout).toBe(await buildCompletionScript(shell));
  }
});

test("an unsupported shell is refused with the list of shells", async () => {
  const { code, stderr } = await openTome()("completion tcsh");
  expect(code).toBe(2);
  expect(stderr).toContain("bash, zsh, fish or powershell");
});

test.each(sample(Object.entries(paths), 1))(
  "%s: --install writes the script and prints its path",
  async (shell, path) => {
    const { home, install, read } = openHome();
    const { code, stdout, stderr } = await install(shell);
    expect(code).toBe(0);
    expect(stdout + stderr).toContain(`Wrote ${join(home, path)}.`);
    expect(read(path)).toBe(await buildCompletionScript(shell));
  },
);

test.each(sample(Object.entries(paths), 1))(
  "%s: a second --install changes nothing",
  async (shell, path) => {
    const { installJson, read } = openHome();
    const first = await installJson(shell);
    expect(first).toMatchObject({ script: "written", setAside: null });
    const files = [
      path,
      ...Object.entries(startFiles).flatMap(([one, file]) => (one === shell ? [file] : [])),
    ];
    const before = files.map(read);
    expect(await installJson(shell)).toMatchObject({ script: "kept", startFileChanged: false });
    expect(files.map(read)).toEqual(before);
  },
);

slowTest("an older script of tome is replaced", async () => {
  const { install, put, read } = openHome();
  const script = await buildCompletionScript("fish");
  put(paths.fish, script.replace("space", "room"));
  const { stdout, stderr } = await install("fish");
  expect(stdout + stderr).toContain("Replaced ");
  expect(read(paths.fish)).toBe(script);
});

slowTest("a file of another program is renamed, with a note", async () => {
  const { home, install, put, read } = openHome();
  const file = join(home, paths.bash);
  put(paths.bash, "complete -W 'one two' tome\n");
  const { stdout, stderr } = await install("bash");
  expect(stdout + stderr).toContain(`Moved the existing file to ${file}.before-tome.`);
  expect(read(`${paths.bash}.before-tome`)).toBe("complete -W 'one two' tome\n");
  put(paths.bash, "another\n");
  await install("bash");
  expect(read(`${paths.bash}.before-tome`)).toBe("complete -W 'one two' tome\n");
  expect(read(`${paths.bash}.before-tome-2`)).toBe("another\n");
});

slowTest("a link is renamed, and its target is unchanged", async () => {
  const { home, install, put, read } = openHome();
  put("elsewhere", "mine\n");
  mkdirSync(dirname(join(home, paths.fish)), { recursive: true });
  symlinkSync(join(home, "elsewhere"), join(home, paths.fish));
  await install("fish");
  expect(read("elsewhere")).toBe("mine\n");
  expect(lstatSync(join(home, paths.fish)).isFile()).toBe(true);
  expect(lstatSync(join(home, `${paths.fish}.before-tome`)).isSymbolicLink()).toBe(true);
});

slowTest("a startup file keeps its content and gets one line, with a note", async () => {
  const { home, install, put, read } = openHome();
  put(".zshrc", "alias x=y # no end of line");
  const { stdout, stderr } = await install("zsh");
  expect(stdout + stderr).toContain(`Added a line to ${join(home, ".zshrc")} to load it.`);
  const lines = read(".zshrc").split("\n");
  expect(lines[0]).toBe("alias x=y # no end of line");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(join(home, "data/zsh/site-functions"));
});

slowTest("fish needs no line in a startup file", async () => {
  const { home, installJson } = openHome();
  expect(await installJson("fish")).toMatchObject({ startFile: null, startFileChanged: false });
  expect(existsSync(join(home, "config/fish/config.fish"))).toBe(false);
});

slowTest("an obstacle is named, and no file is left", async () => {
  const { home, install, put, read } = openHome();
  put("data", "a file where a folder should be\n");
  const { code, stderr } = await install("zsh");
  expect(code).toBe(2);
  expect(stderr).toContain("The completion script cannot be installed");
  expect(stderr).toContain(join(home, "data"));
  expect(existsSync(join(home, ".zshrc"))).toBe(false);
  expect(read("data")).toBe("a file where a folder should be\n");
});

import { expect, test } from "vitest";
import {
  listSystemFiles,
  locateCompletion,
  type ShellName,
} from "../../../src/features/completion/location.ts";

const home = "/nowhere/home";
const zsh = (folder: string) =>
  `fpath=('${folder}' $fpath); (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }; autoload -Uz _tome && compdef _tome tome`;

test.each<readonly [ShellName, object, NodeJS.Platform, object]>([
  ["fish", {}, "linux", { file: `${home}/.config/fish/completions/tome.fish`, start: undefined }],
  [
    "fish",
    { XDG_CONFIG_HOME: "/c" },
    "linux",
    { file: "/c/fish/completions/tome.fish", start: undefined },
  ],
  [
    "fish",
    { XDG_CONFIG_HOME: "c" },
    "linux",
    { file: `${home}/.config/fish/completions/tome.fish`, start: undefined },
  ],
  [
    "fish",
    { XDG_CONFIG_HOME: "" },
    "linux",
    { file: `${home}/.config/fish/completions/tome.fish`, start: undefined },
  ],
  [
    "zsh",
    {},
    "linux",
    {
      file: `${home}/.local/share/zsh/site-functions/_tome`,
      start: { file: `${home}/.zshrc`, line: zsh(`${home}/.local/share/zsh/site-functions`) },
    },
  ],
  [
    "zsh",
    { XDG_DATA_HOME: "/it's", ZDOTDIR: "/z" },
    "linux",
    {
      file: "/it's/zsh/site-functions/_tome",
      start: { file: "/z/.zshrc", line: zsh("/it'\\''s/zsh/site-functions") },
    },
  ],
  [
    "powershell",
    { XDG_DATA_HOME: "/it's" },
    "linux",
    {
      file: "/it's/tome/tome.ps1",
      start: { file: `${home}/.config/powershell/profile.ps1`, line: ". '/it''s/tome/tome.ps1'" },
    },
  ],
  [
    "powershell",
    { XDG_DATA_HOME: "/d", LOCALAPPDATA: "/l" },
    "win32",
    { file: "/l/tome/tome.ps1", start: { file: undefined, line: ". '/l/tome/tome.ps1'" } },
  ],
  [
    "powershell",
    { XDG_DATA_HOME: "/d" },
    "win32",
    { file: "/d/tome/tome.ps1", start: { file: undefined, line: ". '/d/tome/tome.ps1'" } },
  ],
  [
    "powershell",
    { XDG_DATA_HOME: "/d", LOCALAPPDATA: "/l" },
    "linux",
    {
      file: "/d/tome/tome.ps1",
      start: { file: `${home}/.config/powershell/profile.ps1`, line: ". '/d/tome/tome.ps1'" },
    },
  ],
])("the completion of %s with %j on %s", async (shell, env, platform, expected) => {
  expect(await locateCompletion(shell, { HOME: home, ...env }, platform)).toEqual(expected);
});

test("the completion of bash has a folder of its own", async () => {
  const locate = async (env: object) =>
    (await locateCompletion("bash", { HOME: home, ...env })).file;
  expect(await locate({})).toBe(`${home}/.local/share/bash-completion/completions/tome`);
  expect(await locate({ XDG_DATA_HOME: "/d" })).toBe("/d/bash-completion/completions/tome");
  const own = { XDG_DATA_HOME: "/d", BASH_COMPLETION_USER_DIR: "/b" };
  expect(await locate(own)).toBe("/b/completions/tome");
});

test.each<readonly [ShellName, string | undefined, readonly string[]]>([
  [
    "bash",
    "/a:b:/c",
    ["/a/bash-completion/completions/tome", "/c/bash-completion/completions/tome"],
  ],
  ["zsh", "/a", ["/a/zsh/site-functions/_tome", "/a/zsh/vendor-completions/_tome"]],
  ["fish", "/a", ["/a/fish/vendor_completions.d/tome.fish"]],
  ["powershell", "/a", []],
  [
    "fish",
    undefined,
    ["/usr/local/share", "/usr/share", "/opt/homebrew/share"].map(
      (folder) => `${folder}/fish/vendor_completions.d/tome.fish`,
    ),
  ],
])("packages install the script of %s below %s", (shell, folders, expected) => {
  expect(listSystemFiles(shell, { XDG_DATA_DIRS: folders })).toEqual(expected);
});

/** The installed completion as users use it: a new shell, and the key Tab. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { getContent, type Home, openHome, processesIn, tracing } from "./home.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

const has = (program: string) => spawnSync(program, ["-V"]).error === undefined;
const hasTmux = has("tmux");
const packageOfBash = "/usr/share/bash-completion/bash_completion";

async function install(home: Home, shell: string): Promise<void> {
  const { code, stderr } = await openTome()(`completion ${shell} --install`, {
    env: { XDG_DATA_HOME: "", ...home.env },
  });
  expect([code, stderr]).toEqual([0, expect.anything()]);
}

/** Cached spaces, and a tome that reports when it is started, which completion must not do. */
function openHomeWithTome(): Home {
  const home = openHome();
  const bin = join(home.path, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "tome"), `#!/bin/sh\ntouch ${join(home.work, "canary")}\n`);
  chmodSync(join(bin, "tome"), 0o755);
  const ids = [
    { id: "abc1", title: "User guide" },
    { id: "abd2", title: "$(touch canary)`touch canary`" },
    { id: "xyz3", title: "';touch canary;'" },
    { id: "mno4", title: "Usage of keys" },
  ];
  home.remember({ noun: "space", ids });
  // If it is missing, fish generates completions from manual pages at startup.
  mkdirSync(join(home.path, ".local", "share", "fish", "generated_completions"), {
    recursive: true,
  });
  return { ...home, env: { ...home.env, PATH: `${bin}:${home.env.PATH}` } };
}

interface Shell {
  readonly command: string;
  readonly startFile: string;
  readonly start: string;
  /** The end of the path of the installed file. */
  readonly script: string;
}

function putStart(home: Home, file: string, text: string): void {
  mkdirSync(dirname(join(home.path, file)), { recursive: true });
  writeFileSync(join(home.path, file), text);
}

/**
 * Nouns, values, files, and a list with titles: the common behavior of all shells, at the prompt
 * `here>`.
 */
async function completeAll(terminal: Terminal): Promise<void> {
  const start = async (text: string) => {
    terminal.press("C-u");
    await terminal.shows(/here>\s*$/);
    terminal.type(text);
    await terminal.shows(`here> ${text}`);
    terminal.press("Tab");
  };
  await start("tome spa");
  await terminal.shows("here> tome space");
  await start("tome space get xy");
  await terminal.shows("here> tome space get xyz3");
  await start("tome space list --format=nd");
  await terminal.shows("here> tome space list --format=ndjson");
  await start("tome local import alp");
  await terminal.shows("here> tome local import alpha.json");
  await start("tome serve --data do");
  await terminal.shows("here> tome serve --data docs/");
  await start("tome space get ab");
  terminal.press("Tab");
  await terminal.shows("User guide");
  const screen = await terminal.shows("$(touch canary)`touch canary`");
  expect(screen).toMatch(/abd2 .*\$\(touch canary\)/);
  // Several titles leave the typed word, and a single one is quoted.
  await start("tome space get us");
  terminal.press("Tab");
  await terminal.shows(/here> tome space get [Uu]s/);
  await start("tome space get user");
  await terminal.shows(/here> tome space get (?:User\\ guide|'User guide')/);
}

/** The configuration that makes each shell show the prompt `here>`, and its command. */
const shells: Readonly<Record<string, Shell>> = {
  bash: {
    command: "bash -i",
    startFile: ".bashrc",
    start: "PS1='here> '\n",
    script: "bash-completion/completions/tome",
  },
  zsh: {
    command: "zsh -d -i",
    startFile: ".zshrc",
    start: "PS1='here> '\n",
    script: "site-functions/_tome",
  },
  fish: {
    command: "fish -i",
    startFile: ".config/fish/config.fish",
    start: "function fish_prompt; printf 'here> '; end; set -g fish_greeting\n",
    script: "completions/tome.fish",
  },
};

for (const [name, { command, startFile, start, script }] of Object.entries(shells)) {
  test.skipIf(!hasTmux || !has(name))(
    `${name}: an installed completion works with Tab`,
    async () => {
      const home = openHomeWithTome();
      putStart(home, startFile, start);
      await install(home, name);
      const before = getContent(home);
      await completeAll(openTerminal(home.path, command, home));
      expect(getContent(home)).toEqual(before);
    },
  );

  test.skipIf(!hasTmux || !has(name) || !has("strace"))(
    `${name}: Tab starts no process on a terminal`,
    async () => {
      const home = openHomeWithTome();
      putStart(home, startFile, start);
      await install(home, name);
      const trace = join(home.path, "trace");
      const traced = [...tracing(trace), command].join(" ");
      await completeAll(openTerminal(home.path, traced, home));
      expect(processesIn(trace, script)).toEqual([]);
    },
  );
}

test.skipIf(!hasTmux || !has("bash") || !existsSync(packageOfBash))(
  "bash with the package bash-completion: an installed completion works with Tab",
  async () => {
    const home = openHomeWithTome();
    const start = `PS1='here> '\n. ${packageOfBash}\n`;
    putStart(home, ".bashrc", start);
    await install(home, "bash");
    expect(readFileSync(join(home.path, ".bashrc"), "utf8")).toBe(start);
    const before = getContent(home);
    await completeAll(openTerminal(home.path, "bash -i", home));
    expect(getContent(home)).toEqual(before);
  },
);

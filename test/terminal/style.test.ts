/** Color appears only on request or on a terminal. */
import { expect, test } from "vitest";
import { isColorEnabled, supportsLinks } from "../../src/terminal/style.ts";
import { openScreen } from "./screen.ts";

test.each<[string, boolean, NodeJS.ProcessEnv, boolean | undefined, boolean]>([
  ["a terminal", true, {}, undefined, true],
  ["a pipe", false, {}, undefined, false],
  ["NO_COLOR", true, { NO_COLOR: "1" }, undefined, false],
  ["an empty NO_COLOR", true, { NO_COLOR: "" }, undefined, true],
  ["NO_COLOR against FORCE_COLOR", true, { NO_COLOR: "1", FORCE_COLOR: "1" }, undefined, false],
  ["CLICOLOR=0", true, { CLICOLOR: "0" }, undefined, false],
  ["FORCE_COLOR in a pipe", false, { FORCE_COLOR: "1" }, undefined, true],
  ["FORCE_COLOR=0", true, { FORCE_COLOR: "0" }, undefined, false],
  ["CLICOLOR_FORCE in a pipe", false, { CLICOLOR_FORCE: "1" }, undefined, true],
  ["TERM=dumb", true, { TERM: "dumb" }, undefined, false],
  ["--no-color", true, { FORCE_COLOR: "1" }, false, false],
])("%s controls color", (_name, isTerminal, environment, flag, expected) => {
  expect(isColorEnabled(isTerminal, environment, flag)).toBe(expected);
});

/** Each decision, the first one first, with the variable or flag that makes it. */
const decisions: readonly (readonly [name: string, value: string | boolean, isColored: boolean])[] =
  [
    ["--color", true, true],
    ["--color", false, false],
    ["NO_COLOR", "1", false],
    ["NO_COLOR", "0", false],
    ["FORCE_COLOR", "1", true],
    ["FORCE_COLOR", "", true],
    ["FORCE_COLOR", "0", false],
    ["FORCE_COLOR", "false", false],
    ["CLICOLOR_FORCE", "1", true],
    ["CLICOLOR_FORCE", "yes", true],
    ["CLICOLOR", "0", false],
    ["TERM", "dumb", false],
    ["CLAUDECODE", "1", false],
  ];

/** Values that decide nothing. */
const undecided = {
  ...{ NO_COLOR: "", CLICOLOR_FORCE: "0", CLICOLOR: "1" },
  ...{ TERM: "xterm-256color", CLAUDECODE: "", TOME_AGENT: "" },
};

test.each(decisions)(
  "%s=%j decides about color before all that follow it",
  (name, value, isColored) => {
    const at = decisions.findIndex(([one]) => one === name);
    const later = decisions.slice(at).filter(([one]) => one !== name);
    for (const isTerminal of [true, false]) {
      for (const [other, otherValue] of [["TERM", "xterm"] as const, ...later]) {
        const all = new Map<string, string | boolean>([
          ...Object.entries(undecided),
          [other, otherValue],
          [name, value],
        ]);
        const flag = all.get("--color");
        all.delete("--color");
        const environment = Object.fromEntries([...all].map(([key, one]) => [key, String(one)]));
        expect([
          other,
          isColorEnabled(isTerminal, environment, typeof flag === "boolean" ? flag : undefined),
        ]).toEqual([other, isColored]);
      }
      expect(isColorEnabled(isTerminal, undecided, undefined)).toBe(isTerminal);
    }
  },
);

test("styles have no effect in a pipe, and only add color codes on a terminal", async () => {
  const piped = await openScreen({ piped: true });
  expect(piped.terminal.style.red("text")).toBe("text");
  const screen = await openScreen();
  expect(screen.terminal.style.red("text")).toBe("\u001b[31mtext\u001b[39m");
});

test.each<[string, NodeJS.ProcessEnv, boolean]>([
  ["a terminal that is not known", { TERM: "xterm-256color" }, false],
  ["WezTerm", { TERM_PROGRAM: "WezTerm" }, true],
  ["kitty", { TERM: "xterm-kitty" }, true],
  ["a VTE of today", { VTE_VERSION: "7600" }, true],
  ["a VTE of old", { VTE_VERSION: "4600" }, false],
  ["a multiplexer", { TERM_PROGRAM: "WezTerm", TMUX: "/tmp/tmux" }, false],
  ["another multiplexer", { TERM_PROGRAM: "WezTerm", STY: "1.tty" }, false],
  ["a pipeline", { TERM_PROGRAM: "vscode", CI: "true" }, false],
  ["an empty variable of a pipeline", { TERM_PROGRAM: "vscode", CI: "" }, true],
  ["the first VTE with links", { VTE_VERSION: "5000" }, true],
  ["the last VTE without links", { VTE_VERSION: "4999" }, false],
  ["Windows Terminal", { WT_SESSION: "1" }, true],
  ["Konsole", { KONSOLE_VERSION: "220400" }, true],
  ["a program with a longer name", { TERM_PROGRAM: "vscode2" }, false],
  ["a variant of foot", { TERM: "foot-extra" }, true],
  ["nothing", {}, false],
  ["an empty wish", { FORCE_HYPERLINK: "", TERM_PROGRAM: "WezTerm" }, false],
  ["a wish", { FORCE_HYPERLINK: "1", TMUX: "/tmp/tmux" }, true],
  ["a wish against it", { FORCE_HYPERLINK: "0", TERM_PROGRAM: "WezTerm" }, false],
])("%s controls links", (_name, environment, expected) => {
  expect(supportsLinks(environment)).toBe(expected);
});

test("a link leads to the URL that it shows, and no other text is a link", async () => {
  const screen = await openScreen({ env: { TERM_PROGRAM: "WezTerm" } });
  const { style } = screen.terminal;
  expect(style.link("https://a.example/…", "https://a.example/b")).toBe(
    "\u001b]8;;https://a.example/b\u001b\\https://a.example/…\u001b]8;;\u001b\\",
  );
  for (const address of [
    "https://a.example/\u001b\\",
    "https://a.example/\u0007",
    "https://a.example/ b",
    "https://a.example/\\u{1b}",
    "javascript:alert(1)",
    "file:///etc/passwd",
  ]) {
    expect(style.link("text", address)).toBe("text");
  }
  const plain = await openScreen({ env: { TERM_PROGRAM: "WezTerm", NO_COLOR: "1" } });
  expect(plain.terminal.style.link("text", "https://a.example")).toBe("text");
});

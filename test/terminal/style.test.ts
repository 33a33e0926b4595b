/** Colour appears only if it was asked for or a person looks. */
import { expect, test } from "vitest";
import { wantsColour } from "../../src/terminal/style.ts";
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
])("%s decides about colour", (_name, isTerminal, environment, flag, expected) => {
  expect(wantsColour(isTerminal, environment, flag)).toBe(expected);
});

test("styles change nothing in a pipe, and only add colour codes on a terminal", async () => {
  const piped = await openScreen({ piped: true });
  expect(piped.terminal.style.red("text")).toBe("text");
  const screen = await openScreen();
  expect(screen.terminal.style.red("text")).toBe("\u001b[31mtext\u001b[39m");
});

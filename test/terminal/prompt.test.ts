/** Questions are asked on standard error, answered by one line, and can always be left. */
import { expect, test } from "vitest";
import { Cancelled } from "../../src/errors.ts";
import { openScreen } from "./screen.ts";

test.each([
  ["y", true],
  ["YES", true],
  ["", false],
  ["n", false],
  ["yellow", false],
])("answering %j to a confirmation means %s", async (typed, expected) => {
  const screen = await openScreen();
  const answer = screen.terminal.confirm("Delete the space?");
  screen.keyboard.write(`${typed}\n`);
  expect(await answer).toBe(expected);
  expect(screen.error()).toContain("Delete the space? [y/N] ");
  expect(screen.out()).toBe("");
});

test("a hidden answer arrives and is not shown", async () => {
  const screen = await openScreen();
  const answer = screen.terminal.ask("Token:", { hidden: true });
  screen.keyboard.write("s3cret-s3cret\n");
  expect(await answer).toBe("s3cret-s3cret");
  expect(screen.error()).toBe("Token: \n");
});

test("Ctrl-C and the end of the input leave a question", async () => {
  for (const hidden of [false, true]) {
    const interrupted = await openScreen();
    const first = interrupted.terminal.ask("Title:", { hidden });
    interrupted.keyboard.write("half\u0003");
    await expect(first).rejects.toBeInstanceOf(Cancelled);

    const ended = await openScreen();
    const second = ended.terminal.ask("Title:", { hidden });
    ended.keyboard.end();
    await expect(second).rejects.toBeInstanceOf(Cancelled);
  }
});

test("a question cannot carry control characters", async () => {
  const screen = await openScreen();
  const answer = screen.terminal.ask("Delete \u001b[8mall\u001b[0m of\nthis?", { hidden: true });
  screen.keyboard.write("\n");
  await answer;
  expect(screen.error()).toBe("Delete \\u{1b}[8mall\\u{1b}[0m of\nthis? \n");
});

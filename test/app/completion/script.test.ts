import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { completionScript, shells } from "../../../src/app/completion/script.ts";
import { UsageError } from "../../../src/errors.ts";

const completions = resolve(import.meta.dirname, "../../../completions");

test.each(Object.entries(shells))(
  "%s: the script in completions/ is that of the present commands; else run scripts/completions.mjs",
  async (shell, { file }) => {
    const isCurrent =
      readFileSync(join(completions, file), "utf8") === (await completionScript(shell));
    expect(isCurrent).toBe(true);
  },
);

test("the scripts are for people of any system: no line of one ends in another way", async () => {
  for (const shell of Object.keys(shells)) {
    const script = await completionScript(shell);
    expect(script).not.toMatch(/[^\P{Cc}\n]/u);
    expect(script.endsWith("\n")).toBe(true);
  }
});

test("a shell that there is no script for is a wrong usage", async () => {
  await expect(completionScript("tcsh")).rejects.toThrow(UsageError);
});

import { expect, test } from "vitest";
import { completionScript, shells } from "../../../src/app/completion/script.ts";
import { UsageError } from "../../../src/errors.ts";

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

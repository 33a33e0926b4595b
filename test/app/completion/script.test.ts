import { expect, test } from "vitest";
import { buildCompletionScript, shells } from "../../../src/app/completion/script.ts";
import { UsageError } from "../../../src/errors.ts";

test("the scripts have LF line endings", async () => {
  for (const shell of Object.keys(shells)) {
    const script = await buildCompletionScript(shell);
    expect(script).not.toMatch(/[^\P{Cc}\n]/u);
    expect(script.endsWith("\n")).toBe(true);
  }
});

test("an unsupported shell is a usage error", async () => {
  await expect(buildCompletionScript("tcsh")).rejects.toThrow(UsageError);
});

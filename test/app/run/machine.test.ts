import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { main } from "../../../src/app/main.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

test.each([
  ["by itself", {}],
  ["in a pipeline", { GITHUB_ACTIONS: "true" }],
])("a command that reads nothing does not open standard input, %s", async (_, env) => {
  let opened = 0;
  const folder = temporaryFolder();
  const output = new PassThrough();
  const machine = {
    get stdin() {
      opened++;
      return new PassThrough();
    },
    stdout: output,
    stderr: new PassThrough(),
    env: { ...env, HOME: folder, TOME_CONFIG_DIR: folder },
    cwd: folder,
    interrupted: () => new Promise<void>(() => {}),
  };
  expect(await main(["config", "list", "--json"], machine)).toBe(0);
  expect(String(output.read())).toContain("base-url");
  expect(opened).toBe(0);
});

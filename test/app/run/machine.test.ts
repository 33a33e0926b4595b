import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { main } from "../../../src/app/main.ts";
import { openRedactions } from "../../../src/app/output/redactions.ts";
import { extendMachine, obeysOutput } from "../../../src/app/run/machine.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

test.each([
  [{}, false],
  [{ GITHUB_ACTIONS: "true" }, true],
  [{ GITHUB_ACTIONS: "false" }, false],
  [{ TF_BUILD: "True" }, true],
  [{ TEAMCITY_VERSION: "2026.1" }, true],
  [{ GITHUB_ACTIONS: "true", TF_BUILD: "True", TEAMCITY_VERSION: "2026.1" }, true],
  [{ CI: "true", TF_BUILD: "", TEAMCITY_VERSION: "" }, false],
])("a runner with the variables %j interprets the output: %s", (env, isObeyed) => {
  expect(obeysOutput(env)).toBe(isObeyed);
});

test("an extended machine has the new parts, and the other ones of the original", () => {
  const stdin = new PassThrough();
  const machine = {
    stdin,
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    env: { HOME: "/home/ada" },
    cwd: "/",
    interrupted: async () => {},
    conceal: () => {},
    redactions: openRedactions(),
    guard: (text: string) => text,
    guardNotes: (text: string) => text,
    delegation: { isReadOnly: true, files: new Map(), client: "agent 1" },
  };
  const { stdin: _, ...rest } = machine;
  const unchanged = extendMachine(machine, {});
  expect(unchanged).toMatchObject(rest);
  expect(unchanged.stdin).toBe(stdin);
  const parts = { conceal: () => {}, guard: (text: string) => text.toUpperCase() };
  const extended = extendMachine(machine, parts);
  expect(extended).toMatchObject({ ...rest, ...parts });
  expect(extended.guard).toBe(parts.guard);
  expect(extended.conceal).toBe(parts.conceal);
});

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

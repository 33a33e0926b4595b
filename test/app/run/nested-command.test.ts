import { describe, expect, test } from "vitest";
import { main } from "../../../src/app/main.ts";
import type { Machine } from "../../../src/app/run/machine.ts";
import { openCapture, runInnerLine } from "../../../src/app/run/nested-command.ts";
import type { Terminal } from "../../../src/context.ts";
import { plainStyle } from "../../../src/terminal/style.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const colored = { ...plainStyle, bold: (text: string) => `*${text}*` };

function createTerminal(parts: Partial<Terminal>): Terminal {
  return createPartial<Terminal>({
    ...{ outIsTerminal: true, width: 66, style: plainStyle },
    ...parts,
  });
}

describe("a nested command", () => {
  test("returns its output in order, and its exit code", async () => {
    const lines: string[] = [];
    const program = async (args: readonly string[], { stdin, stdout, stderr }: Machine) => {
      lines.push(args.join(" "));
      for await (const chunk of stdin) lines.push(String(chunk));
      stdout.write("one\n");
      stderr.write("two\n");
      stdout.write("three\n");
      return 7;
    };
    const where = { env: {}, cwd: "/docs" };
    const result = await runInnerLine(["space", "list"], where, createTerminal({}), program);
    expect(result).toEqual({ output: "one\ntwo\nthree\n", code: 7 });
    // Standard input is empty.
    expect(lines).toEqual(["space list"]);
  });

  test.each<[Partial<Terminal>, number, object]>([
    [{}, 66, { NO_COLOR: "1" }],
    [{ style: colored }, 66, { FORCE_COLOR: "1" }],
    [{ outIsTerminal: false }, 80, { NO_COLOR: "1" }],
  ])("with the terminal %j has the width %i and the variables %j", async (parts, width, color) => {
    const machines: Machine[] = [];
    const program = async (_: readonly string[], machine: Machine) => {
      machines.push(machine);
      return 0;
    };
    const where = { env: { HOME: "/home/ada", CI: "false" }, cwd: "/docs" };
    await runInnerLine([], where, createTerminal(parts), program);
    expect(machines).toHaveLength(1);
    for (const { stdout, stderr, env, cwd } of machines) {
      expect([cwd, env]).toEqual(["/docs", { HOME: "/home/ada", CI: "true", ...color }]);
      for (const stream of [stdout, stderr]) {
        expect(stream).toMatchObject({ isTTY: true, columns: width });
      }
    }
  });

  test("of tome prints for a terminal", async () => {
    const home = temporaryFolder();
    const where = { env: { HOME: home, TOME_CONFIG_DIR: home }, cwd: home };
    const { output, code } = await runInnerLine(
      ["config", "get", "retries"],
      where,
      createTerminal({}),
      main,
    );
    expect([code, output]).toEqual([0, expect.stringMatching(/^\d\n$/)]);
  });
});

test("captured text is that of all writes so far", async () => {
  const { stream, text } = openCapture();
  expect(text()).toBe("");
  stream.write("one ");
  stream.write(Buffer.from("two"));
  expect(text()).toBe("one two");
});

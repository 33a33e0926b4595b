import { once } from "node:events";
import { expect, test } from "vitest";
import { startProgram } from "../../src/programs/start.ts";

const killer = new URL("../../src/programs/killer.ts", import.meta.url).href;

test.skipIf(process.platform === "win32")(
  "a program ends with its parent, also if the parent is killed",
  async () => {
    const program = startProgram("sleep", ["600"], { env: process.env });
    const ended = once(program, "exit");
    const code = `import { startKiller } from ${JSON.stringify(killer)};
      startKiller(${program.pid}, "sleep");
      console.log("started");
      setInterval(() => {}, 1000);`;
    const parent = startProgram(
      process.execPath,
      ["--experimental-strip-types", "--no-warnings", "--input-type=module", "--eval", code],
      { env: process.env, stdio: ["ignore", "pipe", "inherit"] },
    );
    const output = parent.stdout;
    if (output === null) throw new Error("The parent has no output.");
    await once(output, "data");
    parent.kill("SIGKILL");
    const [, signal] = await ended;
    expect(signal).toBe("SIGKILL");
  },
);

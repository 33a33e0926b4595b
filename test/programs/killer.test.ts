import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { startProgram } from "../../src/programs/start.ts";

const loader = new URL("../support/machine/typescript-in-threads.mjs", import.meta.url).href;
const worker = fileURLToPath(new URL("../support/machine/killer-worker.ts", import.meta.url));

test.skipIf(process.platform === "win32")(
  "a program ends with its parent, also if the parent is killed",
  { timeout: 20_000 },
  async () => {
    const program = startProgram("sleep", ["600"], { env: process.env });
    const ended = once(program, "exit");
    const parent = startProgram(
      process.execPath,
      ["--import", loader, worker, String(program.pid)],
      { env: process.env, stdio: ["ignore", "pipe", "inherit"] },
    );
    try {
      if (parent.stdout === null) throw new Error("The parent has no output.");
      await once(parent.stdout, "data");
      parent.kill("SIGKILL");
      const [, signal] = await ended;
      expect(signal).toBe("SIGKILL");
    } finally {
      program.kill("SIGKILL");
      parent.kill("SIGKILL");
    }
  },
);

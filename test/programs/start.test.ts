import childProcess, { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { startNamedProgram, startProgram, watchStarts } from "../../src/programs/start.ts";
import { slowTest } from "../support/generators/amount.ts";

const loader = new URL("../support/machine/typescript-in-threads.mjs", import.meta.url).href;
const worker = fileURLToPath(new URL("../support/machine/killer-worker.ts", import.meta.url));

describe("startNamedProgram", () => {
  test.each(["linux", "win32"] as const)("passes arguments on unchanged (%s)", async (platform) => {
    const code = "process.exit(process.argv[1] === 'a b & %PATH% \"c\"' ? 7 : 1)";
    const args = ["-e", code, 'a b & %PATH% "c"'];
    const options = { env: process.env, stdio: "ignore" } as const;
    const child = await startNamedProgram(process.execPath, args, options, platform);
    const [exitCode] = await once(child, "close");
    expect(exitCode).toBe(7);
  });

  test("reports a missing program", async () => {
    const child = await startNamedProgram("/nonexistent/program", [], { env: {} }, "win32");
    const [error] = await once(child, "error");
    expect(error).toMatchObject({ code: "ENOENT" });
  });

  /** This system is not Windows, so only the parsed command is checked. */
  slowTest("on Windows, a script runs in cmd.exe with escaped arguments", () => {
    const program = createRequire(import.meta.url).resolve("cross-spawn");
    const script = `
      Object.defineProperty(process, "platform", { value: "win32" });
      const { _parse } = require(${JSON.stringify(program)});
      const { command, args, options } = _parse("npm.cmd", ["test", "a & calc"], { env: { comspec: "cmd.exe" }, shell: false });
      console.log(JSON.stringify([process.env.comspec ?? "cmd.exe", args, options.windowsVerbatimArguments]));`;
    const env = { ...process.env, comspec: "cmd.exe" };
    const out = execFileSync(process.execPath, ["-e", script], { env, encoding: "utf8" });
    const [command, args, isVerbatim] = JSON.parse(out);
    expect([command, isVerbatim]).toEqual(["cmd.exe", true]);
    expect(args.slice(0, 3)).toEqual(["/d", "/s", "/c"]);
    expect(args[3]).toContain("a^ ^&^ calc");
  });
});

describe("watchStarts", () => {
  const start = () => {
    const program = childProcess.spawn(process.execPath, ["--version"], { stdio: "ignore" });
    program.on("error", () => {});
    return program.pid;
  };

  test("reports each program of its work to it alone", async () => {
    const reports: [string, number][] = [];
    const watch = <T>(name: string, work: () => Promise<T>) =>
      watchStarts((pid) => reports.push([name, pid]), work);
    const later = watch("later", async () => {
      await Promise.resolve();
      return start();
    });
    const first = await watch("first", async () => start());
    const [second, third] = await watch("outer", async () => [
      start(),
      await watch("inner", async () => start()),
    ]);
    start();
    expect(reports.sort(([one], [other]) => one.localeCompare(other))).toEqual([
      ["first", first],
      ["inner", third],
      ["later", await later],
      ["outer", second],
    ]);
  });

  test("still reports a program after other work has ended", async () => {
    const pids: number[] = [];
    let resolve = () => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    const waiting = watchStarts(
      (pid) => pids.push(pid),
      async () => {
        await promise;
        return start();
      },
    );
    await watchStarts(
      () => {},
      async () => {},
    );
    resolve();
    expect(pids).toEqual([await waiting]);
  });

  test("reports no program that cannot start, and fails with its work", async () => {
    const pids: number[] = [];
    const program = await watchStarts(
      (pid) => pids.push(pid),
      async () => childProcess.spawn("/nonexistent/program").on("error", () => {}),
    );
    expect([pids, program.pid]).toEqual([[], undefined]);
    const failing = watchStarts(
      () => {},
      () => Promise.reject(new Error("It failed.")),
    );
    await expect(failing).rejects.toThrow("It failed.");
  });
});

slowTest.skipIf(process.platform === "win32")(
  "a program ends with its parent, also if the parent is killed",
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
  20_000,
);

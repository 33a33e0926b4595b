import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { beforeAll, expect, test } from "vitest";
import { listHelpTexts } from "../../src/app/help/table.ts";
import { main } from "../../src/app/main.ts";
import { sample, slowTest, slowTests } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { buildProgram, launcher, root, start } from "./built.ts";

beforeAll(buildProgram);

/** The output of the program without the launcher. */
async function programSays(args: readonly string[]): Promise<string> {
  let text = "";
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const machine = { stdin: Readable.from([]), stdout: sink, stderr: sink, env: {}, cwd: root };
  await main(args, { ...machine, interrupted: () => new Promise(() => {}) });
  return text;
}

/** Preloads code that changes Node before the launcher runs. */
function preloaded(code: string): string[] {
  const file = join(temporaryFolder(), "preloaded.cjs");
  writeFileSync(file, code);
  return ["--require", file];
}

/** Ends the process when any module of the program is loaded. */
const withoutProgram = `
  const { Module } = require("node:module");
  const load = Module._load;
  Module._load = (request, ...rest) => {
    if (/main.js$/.test(request)) throw new Error("The program was loaded.");
    return load(request, ...rest);
  };`;

slowTest("the prebuilt help of every command equals the output of the program", async () => {
  const folder = join(root, "dist", "help", "80");
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  const kept = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    interface Table {
      readonly texts: Readonly<Record<string, string | readonly number[]>>;
      readonly lines: readonly string[];
    }
    const { texts, lines }: Table = JSON.parse(text);
    const noun = file.replace(/\.json$/, "");
    return Object.entries(texts).map(([path, stored]) => {
      const whole =
        typeof stored === "string" ? stored : stored.map((index) => lines[index]).join("\n");
      return [`${noun} ${path}`.trim(), whole] as const;
    });
  });
  expect(kept.length).toBeGreaterThan(50);
  const texts = new Map(kept);
  for (const [words, given] of sample(kept, 40)) {
    const text = given.endsWith("\n") ? given : texts.get(given);
    const args = words.startsWith("help ") ? words.split(" ") : [...words.split(" "), "--help"];
    expect(await programSays(args), words).toBe(text);
  }
  expect(kept.map(([words]) => words).sort()).toEqual(
    (await listHelpTexts())
      .map(([words]) => words)
      .filter((words) => words !== "")
      .sort(),
  );
});

const helpLines: readonly (readonly [readonly string[]])[] = [
  [[]],
  [["--help"]],
  [["-h"]],
  [["help"]],
  [["space"]],
  [["space", "--help"]],
  [["spaces", "-h"]],
  [["space", "list", "--help"]],
  [["help", "space", "list"]],
  [["help", "local"]],
  [["help", "local", "seed"]],
  [["help", "collections"]],
  [["org", "invite", "--help"]],
  [["org", "invites", "delete", "--help"]],
  [["help", "environment"]],
];

test.each(sample(helpLines, 5))(
  "the launcher alone prints the same output for tome %j as the program",
  async (args) => {
    const { stdout, stderr, exitCode } = await start(args, preloaded(withoutProgram));
    expect(stdout).toBe(await programSays(args));
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  },
);

slowTests.each([["--version"], ["-V"]])("the launcher alone executes tome %s", async (flag) => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect((await start([flag], preloaded(withoutProgram))).stdout).toBe(`${version}\n`);
  // The program prints the same if the launcher delegates to it.
  expect((await start(["--no-color", flag])).stdout).toBe(`${version}\n`);
});

const unknownCommands = [
  ["spac", "--help"],
  ["space", "constructor", "--help"],
  ["__proto__", "--help"],
  ["../package", "--help"],
  ["help", "tome"],
];

test.each(sample(unknownCommands, 1))(
  "an unknown command is refused: tome %s %s",
  async (...args) => {
    const { stdout, stderr, exitCode } = await start(args);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
    expect(stderr).toMatch(/^error: .*\n/);
  },
);

slowTest("flags before the command do not change its help", async () => {
  expect((await start(["--no-color", "space", "list", "--help"])).stdout).toBe(
    (await start(["space", "list", "--help"])).stdout,
  );
});

slowTest("the launcher returns the exit code of the program", async () => {
  expect((await start(["space", "list", "--no-such-flag"])).exitCode).toBe(2);
});

slowTest("a program that waits for nothing does not exit with 0", async () => {
  const waiting = `
    const { Module } = require("node:module");
    const load = Module._load;
    Module._load = (request, ...rest) =>
      request === "./program.js"
        ? { loadProgram: () => ({ main: () => new Promise(() => {}) }) }
        : load(request, ...rest);`;
  expect(await start(["space", "list"], preloaded(waiting))).toEqual({
    stdout: "",
    stderr: "error: tome stopped before the command was finished.\n",
    exitCode: 1,
  });
});

/** Runs a command in a folder that is deleted first. */
function runInDeletedFolder(...words: string[]) {
  const folder = temporaryFolder();
  const script = `rmdir "${folder}" && exec "${process.execPath}" "${launcher}" "$@"`;
  return spawnSync("sh", ["-c", script, "sh", ...words], { cwd: folder, encoding: "utf8" });
}

slowTest("a deleted working directory ends a command with 2 and without a stack trace", () => {
  const { status, stderr } = runInDeletedFolder("space", "list", "--local");
  expect([status, stderr]).toEqual([2, "error: The current folder does not exist.\nhint: cd\n"]);
});

slowTest("a deleted working directory ends any command with 2, except --version", () => {
  for (const words of [["plan", ".", "--json"], ["config", "list"], ["space", "lst"], ["nosuch"]]) {
    expect([words, runInDeletedFolder(...words)]).toEqual([
      words,
      expect.objectContaining({
        status: 2,
        stderr: expect.stringMatching(/^\S.*The current folder does not exist\..*\n(hint: cd\n)?$/),
      }),
    ]);
  }
  expect(runInDeletedFolder("--version")).toMatchObject({ status: 0, stderr: "" });
});

slowTest("a closed standard error does not change the exit code", async () => {
  const child = spawn(process.execPath, [launcher, "space", "lst"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr?.destroy();
  expect(await once(child, "close")).toEqual([2, null]);
});

slowTest("a slow reader gets the complete help", async () => {
  const slowly = `
    const fs = require("node:fs");
    const { writeSync } = fs;
    let turn = 0;
    fs.writeSync = (file, bytes) => {
      if (turn++ % 2 === 1) throw Object.assign(new Error("Try again."), { code: "EAGAIN" });
      return writeSync(file, bytes.subarray(0, 200));
    };`;
  expect((await start(["--help"], preloaded(slowly))).stdout).toBe(
    (await start(["--help"])).stdout,
  );
});

test("a closed pipe ends the help silently", async () => {
  const leaving = `
    require("node:fs").writeSync = () => {
      throw Object.assign(new Error("Gone."), { code: "EPIPE" });
    };`;
  expect(await start(["--help"], preloaded(leaving))).toEqual({
    stdout: "",
    stderr: "",
    exitCode: 0,
  });
});

test.skipIf(!existsSync("/dev/full"))("help that cannot be written is a failure", async () => {
  const line = `"${process.execPath}" "${launcher}" --help > /dev/full`;
  const { stderr, status } = spawnSync("sh", ["-c", line], { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The output cannot be written: ENOSPC.*\n$/);
});

test("an unsupported Node is reported without a stack trace", async () => {
  const old = `
    Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.18.1" } });`;
  expect(await start(["space", "list"], preloaded(old))).toEqual({
    stdout: "",
    stderr: "tome requires Node 20.19 or later. This is Node 20.18.1.\n",
    exitCode: 1,
  });
});

test("an unbuilt checkout is refused with the build command", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "bin"));
  for (const file of ["tome.js", "program.js", "compiled.js", "package.json"]) {
    copyFileSync(join(root, "bin", file), join(folder, "bin", file));
  }
  const ended = await start(["--version"], [], {}, join(folder, "bin", "tome.js"));
  expect(ended).toEqual({
    stdout: "",
    stderr: "tome is not built in this folder. Run: npm run build\n",
    exitCode: 1,
  });
});

slowTest(
  "an error while integrations start is printed, although nothing else keeps the process",
  () => {
    const home = temporaryFolder();
    const folder = join(home, "checker");
    mkdirSync(folder);
    const fields = ["title: Checker", "description: Checks", "scopes: []", "organization: unknown"];
    const manifest = ["name: checker", "script: ./index.ts", "runtime: v2", ...fields];
    writeFileSync(join(folder, "gitbook-manifest.yaml"), `${manifest.join("\n")}\n`);
    writeFileSync(join(folder, "index.ts"), "export default {};");
    const run = (...args: string[]) => {
      const env = { PATH: process.env.PATH, HOME: home };
      return spawnSync(process.execPath, [launcher, ...args], { encoding: "utf8", env });
    };
    // With an installed integration, the runtime of scripts starts with the platform.
    expect(run("local", "seed").status).toBe(0);
    const { status, stderr } = run("integration", "dev", folder, "--port", "0", "--local");
    expect(stderr).toContain("Organization unknown does not exist");
    expect(status).toBe(5);
  },
);

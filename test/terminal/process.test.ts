/** The terminal on a process's own streams: a real pseudo-terminal, a real pipe, a real reader. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { slowTest } from "../support/generators/amount.ts";

let folder = "";
let program = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "terminal-"));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  const bundle = await rolldown({
    input: join(import.meta.dirname, "process.program.ts"),
    platform: "node",
  });
  await bundle.write({ dir: folder });
  await bundle.close();
  program = join(folder, "process.program.js");
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const hasScript = spawnSync("script", ["--version"]).status === 0;

/** Runs the program on a pseudo-terminal, and types once it shows a text. */
async function onTerminal(
  command: string,
  prompt: string,
  typed: string,
): Promise<{ screen: string; exitCode: number | null }> {
  const environment = {
    ...process.env,
    CI: "",
    NO_COLOR: "",
    FORCE_COLOR: undefined,
    TERM: "xterm",
  };
  const child = spawn(
    "script",
    ["-qfec", `${process.execPath} ${program} ${command}`, "/dev/null"],
    {
      env: environment,
    },
  );
  let screen = "";
  let hasTyped = false;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    screen += text;
    if (!hasTyped && prompt !== "" && screen.includes(prompt)) {
      hasTyped = true;
      child.stdin.write(typed);
    }
  });
  const [exitCode] = await once(child, "close");
  return { screen, exitCode };
}

test.skipIf(!hasScript)("hidden input does not appear on a real terminal", async () => {
  const { screen, exitCode } = await onTerminal("ask", "Token:", "s3cret-s3cret\r");
  expect(screen).toContain("13 characters");
  expect(screen).not.toContain("s3c");
  expect(exitCode).toBe(0);
});

test.skipIf(!hasScript)("Ctrl-C on a real terminal cancels the prompt", async () => {
  const { screen, exitCode } = await onTerminal("ask", "Token:", "s3cret\u0003");
  expect(exitCode).toBe(3);
  expect(screen).not.toContain("s3c");
});

slowTest.skipIf(!hasScript)("data cannot control a real terminal", async () => {
  const { screen } = await onTerminal("table", "", "");
  expect(screen).toContain("\\u{1b}]0;owned");
  const rest = screen.replaceAll("\u001b[1m", "").replaceAll("\u001b[22m", "");
  expect(rest.replaceAll("\r\n", "")).not.toMatch(/\p{Cc}/u);
});

slowTest("a pipe closed after one line ends the program silently", () => {
  const run = spawnSync(
    "bash",
    ["-c", `set -o pipefail; "$1" "$2" list 1000000 | head -1`, "bash", process.execPath, program],
    { encoding: "utf8" },
  );
  expect(run.stderr).toBe("");
  expect(run.stdout.split("\n")).toHaveLength(2);
  expect(run.status).toBe(0);
});

slowTest(
  "100,000 items of a kilobyte are printed as NDJSON in constant memory",
  () => {
    const run = spawnSync(
      "bash",
      ["-c", `set -o pipefail; "$1" "$2" list 100000 | wc -l`, "bash", process.execPath, program],
      { encoding: "utf8" },
    );
    expect(run.stdout.trim()).toBe("100000");
    expect(Number.parseInt(run.stderr, 10)).toBeLessThan(160);
  },
  30_000,
);

test("opening a terminal loads no package", async () => {
  const bundle = await rolldown({
    input: join(import.meta.dirname, "../../src/terminal/terminal.ts"),
    platform: "node",
    external: /^[^./]/,
  });
  const { output } = await bundle.generate();
  await bundle.close();
  const chunks = output.filter((file) => file.type === "chunk");
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  // Iterating a set includes items added meanwhile: chunks that import further chunks.
  for (const name of loaded) {
    const { imports = [] } = chunks.find(({ fileName }) => fileName === name) ?? {};
    for (const one of imports) loaded.add(one);
  }
  const packages = [...loaded].filter(
    (name) => !name.startsWith("node:") && !chunks.some(({ fileName }) => fileName === name),
  );
  expect(packages).toEqual([]);
});

/** Generated files match the contract and the commands, and outdated ones are named. */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { table, withParts } from "../../scripts/generating/parts.mjs";
import { longTest, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

const root = resolve(import.meta.dirname, "../..");

function generate(folder: string, ...words: readonly string[]) {
  const script = join(folder, "scripts", "generate.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], {
    encoding: "utf8",
  });
  return { exitCode: status, said: stdout, faults: stderr };
}

/** A copy of all inputs of the generators, without the history. */
function copyOfProject(): string {
  const copy = temporaryFolder();
  const parts = ["completions", "docs", "package.json", "README.md", "scripts", "src", "test"];
  for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

// Also a step of .ci/run, which runs earlier.
longTest("All that is generated is up to date; else run npm run generate", () => {
  const { exitCode, faults } = generate(root, "--check");
  expect([exitCode, faults]).toEqual([0, ""]);
});

longTest(
  "What is stale, missing or left over is named with what mends it, and generating mends it",
  () => {
    const copy = copyOfProject();
    const change = (file: string, from: string | RegExp, to: string) => {
      const text = readFileSync(join(copy, file), "utf8");
      expect(text).toMatch(from);
      writeFileSync(join(copy, file), text.replace(from, to));
    };
    change("src/contract/route-prefixes.ts", '"user"', '"users"');
    change("completions/tome.bash", "space", "spce");
    rmSync(join(copy, "completions/tome.fish"));
    writeFileSync(join(copy, "completions/tome.gone"), "");
    change("package.json", "man/tome-space.1", "man/tome-gone.1");
    change("docs/library.md", "### startPlatform", "### startAPlatform");
    change("docs/fidelity.md", /\| `space` \| \d+ \|/, "| `space` | 1 |");
    change("docs/fidelity.md", "`getSpaceById`, ", "");
    const stale = [
      "src/contract/route-prefixes.ts",
      "completions/tome.bash",
      "completions/tome.fish",
      "completions/tome.gone",
      "package.json",
      // Two generated parts, each reported in its turn.
      "docs/fidelity.md",
      "docs/fidelity.md",
      "docs/library.md",
    ];

    const { exitCode, faults } = generate(copy, "--check");
    const lines = stale.map((file) => `${file} is stale. Run: npm run generate`);
    expect([exitCode, faults.trimEnd().split("\n")]).toEqual([1, lines]);

    // As after a merge of two branches: it cannot be loaded, and is generated anyway.
    appendFileSync(join(copy, "src/contract/route-prefixes.ts"), "<<<<<<< mine\n");
    const written = generate(copy);
    expect(written.exitCode).toBe(0);
    expect(written.said).toBe(stale.map((file) => `Wrote ${file}.\n`).join(""));
    expect(written.faults).toBe("");
    for (const file of stale.filter((one) => one !== "completions/tome.gone")) {
      const text = readFileSync(join(copy, file), "utf8");
      expect([file, text === readFileSync(join(root, file), "utf8")]).toEqual([file, true]);
    }
    expect(readdirSync(join(copy, "completions"))).not.toContain("tome.gone");
  },
);

slowTest("an unknown argument is refused", () => {
  expect(generate(root, "--chek")).toEqual({
    exitCode: 2,
    said: "",
    faults: "Unknown arguments: --chek. The only option is --check.\n",
  });
});

test("a part is written between its markers, and the rest is unchanged", () => {
  const text = "Of <!-- generated: count -->1<!-- /generated --> many.\n<!-- /generated -->\n";
  expect(withParts("a.md", text, { count: "$&2" })).toBe(text.replace("1", () => "$&2"));
  expect(
    table([
      ["a", "b"],
      ["c", 1],
    ]),
  ).toBe("\n\n| a | b |\n|---|---|\n| c | 1 |\n\n");
});

test.each([
  ["nothing"],
  ["<!-- generated: count -->1"],
  ["<!-- generated: count --><!-- generated: count --><!-- /generated -->"],
])("a file without the markers is named with them: %s", (text) => {
  expect(() => withParts("docs/a.md", text, { count: "2" })).toThrow(
    "docs/a.md must contain <!-- generated: count --> exactly once, followed by <!-- /generated -->.",
  );
});

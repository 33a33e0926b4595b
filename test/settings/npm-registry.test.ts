import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readNpmRegistry } from "../../src/settings/npm-registry.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

/** A home folder and a folder of programs with an npm that runs this script. */
function openHome(script: string | undefined) {
  const folder = temporaryFolder();
  const programs = join(folder, "programs");
  mkdirSync(programs);
  if (script !== undefined) {
    writeFileSync(join(programs, "npm"), `#!/bin/sh\n${script}\n`);
    chmodSync(join(programs, "npm"), 0o755);
  }
  return { HOME: folder, PATH: programs };
}

test.each([
  ['echo "https://registry.example/$1-$2-$3/"', "https://registry.example/config-get-registry/"],
  ["echo https://registry.example/; echo warning >&2", "https://registry.example/"],
  ["echo undefined", undefined],
  ["exit 1", undefined],
  [undefined, undefined],
])("an npm that runs %j has the registry %j", async (script, registry) => {
  expect(await readNpmRegistry(openHome(script), 10_000)).toBe(registry);
});

test("npm runs in the home folder, where no project sets a registry", async () => {
  const env = openHome('echo "https://registry.example$PWD"');
  expect(await readNpmRegistry(env, 10_000)).toBe(`https://registry.example${env.HOME}`);
});

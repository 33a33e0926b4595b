import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildProgram, root } from "./built.ts";

beforeAll(buildProgram);

test("What is published names the licence of every package in it", () => {
  const licences = readFileSync(join(root, "dist", "THIRD-PARTY-LICENSES.txt"), "utf8");
  const { files } = JSON.parse(readFileSync(join(root, "dist", "about.json"), "utf8"));
  const folders: string[] = Object.values<string[]>(files).flat();
  expect(folders.length).toBeGreaterThan(20);
  for (const folder of new Set(folders)) {
    const { name, version } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    expect(licences).toContain(`${name} ${version} (`);
  }
});

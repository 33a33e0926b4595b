import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../bin/built.ts";

const about = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const direct = Object.keys({
  ...about.dependencies,
  ...about.optionalDependencies,
  ...about.devDependencies,
}).sort();

test("Every direct dependency has a line with its reason, and no other package has one", () => {
  const text = readFileSync(join(root, "docs", "dependencies.md"), "utf8");
  const lines = [...text.matchAll(/^\| `([^`]+)` \| \S.* \|$/gm)].map(([, name]) => name);
  expect(lines.sort()).toEqual(direct);
});

test("Few packages are installed with the command, and none of its own scripts runs then", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const installed = Object.entries<{ dev?: boolean; optional?: boolean }>(packages)
    // Of the optional ones a system gets one, made for it.
    .filter(([path, { dev, optional }]) => path !== "" && dev !== true && optional !== true)
    .map(([path]) => path);
  expect(installed.length).toBeLessThanOrEqual(4);
  expect(about.scripts.postinstall ?? about.scripts.install ?? about.scripts.preinstall).toBe(
    undefined,
  );
});

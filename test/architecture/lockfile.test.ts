/**
 * The lock file is valid for every system and registry, so that `npm ci` installs a fresh clone
 * anywhere.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../bin/built.ts";

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync(join(root, "package-lock.json"), "utf8"),
);

/** The entry that a package at a path gets for a dependency: the nearest one above it. */
function packageFor(path: string, name: string): LockedPackage | undefined {
  const above = path.split("/node_modules/").map((_, index, parts) => {
    const folder = parts.slice(0, parts.length - index).join("/node_modules/");
    return folder === "" ? "node_modules" : `${folder}/node_modules`;
  });
  const folders = [...above, "node_modules"];
  return folders.map((folder) => packages[`${folder}/${name}`]).find((entry) => entry);
}

/** Whether a version is in a range of the three used forms: 1.2.3, ~1.2.3 and ^1.2.3. */
function isIn(range: string, version: string): boolean {
  const [, sign, least = ""] = /^([~^]?)(\d+\.\d+\.\d+.*)$/.exec(range) ?? [];
  if (sign === "") return version === least;
  const same = sign === "^" && !least.startsWith("0.") ? 1 : 2;
  const beginning = (text: string) => text.split(".").slice(0, same).join(".");
  const isEnough = version.localeCompare(least, "en", { numeric: true }) >= 0;
  return beginning(version) === beginning(least) && isEnough;
}

test("the lock file has the packages for every system", () => {
  const wanted = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies).map(([name, range]) => ({ path, name, range })),
  );
  expect(wanted.length).toBeGreaterThan(50);
  const missing = wanted.filter(({ path, name, range }) => {
    const version = packageFor(path, name)?.version;
    return version === undefined || !isIn(range, version);
  });
  expect(missing, "package-lock.json lacks them").toEqual([]);
});

test("the lock file has the checksum of every package, and names no registry", () => {
  for (const [path, { integrity, resolved }] of Object.entries(packages)) {
    if (path === "") continue;
    const sum = { integrity: expect.stringContaining("sha512-") };
    expect({ path, integrity }, "package-lock.json").toMatchObject(sum);
    expect({ path, resolved }, "package-lock.json").toEqual({ path, resolved: undefined });
  }
});

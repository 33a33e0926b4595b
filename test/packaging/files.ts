/** Files of an installation, generated from a seed. */
import type { InstalledFile } from "../../scripts/packaging/installation.mjs";
import type { Release } from "../../scripts/packaging/release.mjs";
import type { Random } from "../support/generators/random.ts";

export const release: Release = {
  version: "1.2.3-rc.1",
  description: 'Manage "documentation" workspaces',
  homepage: "https://forge.example/tome",
  license: "MIT",
  downloads: "https://forge.example/tome/releases/download/v1.2.3-rc.1",
  maintainer: "Ada <ada@example.com>",
  changelog: "# Changelog\n",
  copyright: "MIT\n",
  date: new Date("2026-01-02T10:20:30Z"),
};

const letters = ["a", "b", "lib", "x_y", "é", "with space", "long-".repeat(12)];

/** Ordered by path, with random names, contents and modes. */
export function generateFiles(random: Random): InstalledFile[] {
  const paths = Array.from({ length: 1 + random.below(12) }, (_, index) => {
    const folders = Array.from({ length: random.below(4) }, () => random.pick(letters));
    return [...folders, `${index}-${random.pick(letters)}`].join("/");
  });
  return paths.sort().map((path) => ({
    path,
    bytes: Uint8Array.from({ length: random.below(3000) }, () => random.below(256)),
    isProgram: random.chance(0.3),
  }));
}

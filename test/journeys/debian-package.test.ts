/** Installation of the Debian package and the tarball on a Debian system without Node. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createDebianPackage } from "../../scripts/packaging/debian.mjs";
import { listInstallation } from "../../scripts/packaging/installation.mjs";
import { loadNode } from "../../scripts/packaging/node-runtime.mjs";
import { findPlatform } from "../../scripts/packaging/platforms.mjs";
import { readRelease } from "../../scripts/packaging/release.mjs";
import { root } from "../bin/built.ts";
import { createDebianRoot, findObstacle, type Ran } from "../support/machine/debian-root.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { filesBelow } from "../support/machine/packed.ts";

const architecture = process.arch === "arm64" ? "arm64" : "amd64";

function output({ status, stdout, stderr }: Ran): string {
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

/** The checksums of all files in a folder, by path. */
function checksums(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    filesBelow(folder).map((file) => [
      file,
      createHash("sha256").update(readFileSync(file)).digest("hex"),
    ]),
  );
}

test("a Debian package and a tarball install, upgrade and uninstall without Node, and keep the data", async ({
  skip,
}) => {
  const obstacle = findObstacle();
  if (obstacle !== undefined) return skip(obstacle);
  const platform = findPlatform(`linux-${process.arch}`);
  try {
    await loadNode(root, platform);
  } catch {
    return skip("npm cannot download Node.");
  }
  const folder = temporaryFolder();
  const packages = join(folder, "packages");
  const words = ["scripts/package.mjs", platform.name, "--compress", "none", "--output", packages];
  const built = spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" });
  expect(built.status, built.stderr).toBe(0);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const base = `tome-${version}-${platform.name}`;
  const names = [`tome-docs_${version}_${architecture}.deb`, `${base}.tar`];
  const sums = spawnSync("sha256sum", ["--check", "SHA256SUMS"], {
    cwd: packages,
    encoding: "utf8",
  });
  expect(sums.status, sums.stdout).toBe(0);

  const system = join(folder, "root");
  mkdirSync(system);
  const { asRoot, asUser, home } = createDebianRoot(system);
  for (const name of names) copyFileSync(join(packages, name), join(system, "tmp", name));
  expect(asUser("command -v node").status).toBe(1);

  // The tarball, in the home folder of a user.
  output(asUser(`mkdir .local && tar -xf /tmp/${base}.tar --strip-components=1 -C .local`));
  expect(output(asUser("PATH=~/.local/bin:$PATH; tome --version"))).toBe(`${version}\n`);
  expect(output(asUser("PATH=~/.local/bin:$PATH; man -w tome-space"))).toMatch(/^\/home\/ada\//);
  output(asUser("ln -s .local/bin/tome linked; ./linked whoami --local; rm -r linked .local"));

  // The package.
  output(asRoot(`dpkg --install /tmp/${names[0]}`));
  expect(output(asRoot("dpkg --verify tome-docs"))).toBe("");
  expect(output(asUser("tome --version"))).toBe(`${version}\n`);
  expect(output(asUser("tome tour"))).toContain("├─ Getting started");
  expect(output(asUser("man -w tome-space"))).toBe("/usr/share/man/man1/tome-space.1.gz\n");
  expect(output(asUser("man tome-space"))).toContain("tome space create");
  const completed = asUser(`
    source /usr/share/bash-completion/completions/tome
    COMP_WORDS=(tome spac) COMP_CWORD=1 COMP_LINE="tome spac" COMP_POINT=9
    $(complete -p tome | sed 's/.*-F \\([^ ]*\\) .*/\\1/') tome spac tome
    echo "\${COMPREPLY[@]}"`);
  expect(output(completed).trim()).toBe("space");
  output(asUser("tome auth switch local && tome local seed && tome space create --title Kept"));
  const doctor = output(asUser("SHELL=/bin/bash tome doctor --json"));
  expect(JSON.parse(doctor)).toContainEqual({
    check: "completion",
    ok: true,
    found: "bash, in /usr/share/bash-completion/completions/tome",
    fix: null,
  });

  // An upgrade that adds a file and removes one.
  const release = { ...(await readRelease(root)), version: "987.6.5" };
  const { files } = await listInstallation(root, platform, await loadNode(root, platform));
  const changed = files.filter(({ path }) => path !== "share/man/man1/tome-tour.1");
  const added = { path: "share/man/man1/tome-added.1", bytes: Buffer.from("."), isProgram: false };
  const upgrade = await createDebianPackage([...changed, added], architecture, release, "none");
  writeFileSync(join(system, "tmp", "upgrade.deb"), upgrade);
  const before = checksums(home);
  expect(Object.keys(before).some((path) => path.includes("/.local/share/tome/"))).toBe(true);
  output(asRoot("dpkg --install /tmp/upgrade.deb"));
  expect(checksums(home)).toEqual(before);
  expect(existsSync(join(system, "usr/share/man/man1/tome-tour.1.gz"))).toBe(false);
  expect(existsSync(join(system, "usr/share/man/man1/tome-added.1.gz"))).toBe(true);
  expect(output(asUser("tome space list --filter title=Kept"))).toContain("Kept");

  // Removal, and removal with the configuration.
  let kept = checksums(home);
  for (const action of ["--remove", "--purge"]) {
    output(asRoot(`dpkg ${action} tome-docs`));
    expect(asUser("tome --version").status).toBe(127);
    expect(existsSync(join(system, "usr/lib/tome"))).toBe(false);
    expect(checksums(home)).toEqual(kept);
    output(asRoot(`dpkg --install /tmp/${names[0]}`));
    expect(output(asUser("tome space list --filter title=Kept"))).toContain("Kept");
    kept = checksums(home);
  }
}, 900_000);

/**
 * P1: the package as users install it: no scripts, no network, few packages, and reproducible
 * builds.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildProgram, root } from "../bin/built.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, longTest, report, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import {
  filesBelow,
  getManifest,
  installIn,
  type Packed,
  packageName,
  packIn,
} from "../support/machine/packed.ts";

/** Bytes of everything in the package, including the SQLite of each system. */
const mostPacked = 13_200_000;
const mostInstalled = 21_900_000;
/** The package, and the packages that an installation adds for the keyring. */
const mostPackages = 3;

const folder = mkdtempSync(join(tmpdir(), "tome-package-"));
const prefix = join(folder, "installed");
const modules = join(prefix, "lib", "node_modules");
let builds: readonly Packed[];
let fault: unknown;

beforeAll(() => {
  buildProgram();
  builds = Array.from({ length: amount({ short: 1, full: 5 }) }, (_, index) => {
    const buildFolder = join(folder, `build-${index}`);
    mkdirSync(buildFolder);
    // The first is the one that users start; the others are built for this test.
    return packIn(buildFolder, index === 0 ? join(root, "dist") : undefined);
  });
  mkdirSync(prefix);
  try {
    installIn(prefix, builds[0]?.tarball ?? "");
  } catch (error) {
    fault = error;
  }
}, 600_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the package installs without scripts and without a network", () => {
  expect(fault).toBe(undefined);
});

longTest("Another build makes the same files and the same package, bit by bit", () => {
  const [first, ...others] = builds;
  expect(Object.keys(first?.hashes ?? {}).length).toBeGreaterThan(300);
  expect(others.length).toBeGreaterThan(0);
  for (const { hashes } of others) expect(hashes).toEqual(first?.hashes);
});

test("the installation is small, has few packages, and none of them runs a script", () => {
  const manifests = filesBelow(modules)
    .filter((file) => basename(file) === "package.json")
    .map((file) => getManifest(dirname(file)))
    .filter(({ version }) => version !== undefined);
  const run = countFaults();
  for (const { name, scripts = {}, gypfile } of manifests) {
    const names = ["preinstall", "install", "postinstall"];
    const atInstall = run.add(names.filter((one) => one in scripts));
    expect([name, atInstall, gypfile]).toEqual([name, [], undefined]);
  }
  const packed = statSync(builds[0]?.tarball ?? "").size;
  const installed = listBytes(filesBelow(modules));
  const { files }: { files: Record<string, string[]> } = JSON.parse(
    readFileSync(join(modules, packageName, "dist", "about.json"), "utf8"),
  );
  const inside = new Set(
    Object.values(files)
      .flat()
      .map((path) => path.split("node_modules/").at(-1)),
  );
  expect(manifests.length).toBe(1);
  expect(packed).toBeLessThan(mostPacked);
  expect(installed).toBeLessThan(mostInstalled);
  report(
    "P1",
    `${builds.length} builds with the same bytes, ${megabytes(packed)} packed, ${megabytes(installed)} installed, made from ${inside.size} packages, ${run.total()} scripts`,
  );
});

const listBytes = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + statSync(file).size, 0);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

test("the README and docs/performance.md state the current sizes", () => {
  const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");
  const packed = megabytes(statSync(builds[0]?.tarball ?? "").size);
  const files = filesBelow(modules);
  const installed = megabytes(listBytes(files));
  const database = megabytes(listBytes(files.filter((file) => file.endsWith(".node.br"))));
  expect(read("README.md")).toContain(`${packed} packed and ${installed} installed`);
  expect(read("docs", "dependencies.md")).toContain(`${packed} packed and ${installed} installed`);
  expect(read("CHANGELOG.md")).toContain(`${packed} packed and ${installed} installed`);
  const page = read("docs", "performance.md");
  expect(page).toContain(`| the package | ${packed} |`);
  expect(page).toContain(`| installed | ${installed} |`);
  expect(page).toContain(`SQLite built for eight systems | ${database} |`);
  expect(files.filter((file) => file.endsWith(".node.br"))).toHaveLength(8);
});

test("with the optional packages of this system, the installation has few packages without scripts", () => {
  interface Locked {
    readonly dev?: boolean;
    readonly os?: readonly string[];
    readonly hasInstallScript?: boolean;
  }
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const here = Object.entries<Locked>(lock.packages).filter(
    ([path, { dev, os }]) =>
      path !== "" && dev !== true && (os === undefined || os.includes(process.platform)),
  );
  const running = here.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  expect(running.map(([path]) => path)).toEqual([]);
  // One of the binaries is for this processor and C library.
  const packages = new Set(here.map(([path]) => path.replace(/-(?:linux|darwin|win32)-.*$/, "")));
  expect(packages.size + 1).toBeLessThanOrEqual(mostPackages);
});

test("the package contains no sources except the types of its library, no source maps and no tests", () => {
  const own = join(modules, packageName);
  const files = filesBelow(own).map((file) => relative(own, file));
  expect(files.filter((file) => /\.(?:[cm]?ts|map|c|cpp|cc|h|gyp)$/.test(file))).toEqual([
    join("dist", "library.d.ts"),
  ]);
  expect([...new Set(files.map((file) => file.split("/")[0]))].sort()).toEqual([
    "LICENSE",
    "README.md",
    "bin",
    "completions",
    "dist",
    "package.json",
  ]);
});

slowTest("the installed package works: local platform, jq, PDF, completion", () => {
  const home = temporaryFolder();
  const tome = (...words: string[]): string => {
    const { stdout, stderr, status } = spawnSync(join(prefix, "bin", "tome"), words, {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home, CI: "true" },
      encoding: "utf8",
    });
    expect([status, stderr], words.join(" ")).toEqual([0, expect.anything()]);
    return stdout;
  };
  expect(tome("--version")).toBe(`${getManifest(root).version}\n`);
  expect(tome("space", "--help")).toContain("tome space");
  tome("local", "seed");
  const [space = ""] = tome("space", "list", "--local", "--format", "id").split("\n");
  expect(tome("space", "get", space, "--local", "--jq", ".id")).toBe(`${space}\n`);
  const words = ["--space", space, "--subject", "Shorter", "--local", "--format", "id"];
  const request = tome("cr", "create", ...words).trim();
  tome("cr", "pdf", request, "--space", space, "--local", "--save", "changes.pdf");
  expect(readFileSync(join(home, "changes.pdf"), "latin1")).toMatch(/^%PDF-.*\+DejaVuSans/s);
  expect(tome("completion", "bash")).toContain("complete -F _tome tome");
});

test.skipIf(spawnSync("man", ["--version"]).status !== 0)("man finds the manual pages", () => {
  const env = { ...process.env, MANPATH: join(prefix, "share", "man") };
  for (const page of ["tome", "tome-space", "tome-completion"]) {
    expect(execFileSync("man", ["-w", page], { env, encoding: "utf8" })).toContain(`/${page}.1`);
  }
});

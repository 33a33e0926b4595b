/**
 * The schemas here are reduced: they have the fields that the manifests use, and the constraints
 * that the published schemas of Scoop and winget (1.10.0) have for these fields.
 */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod/mini";
import { createManifests } from "../../scripts/packaging/manifests.mjs";
import { platforms } from "../../scripts/packaging/platforms.mjs";
import { readRelease } from "../../scripts/packaging/release.mjs";
import { root } from "../bin/built.ts";
import { release } from "./files.ts";

const sum = (name: string) => Buffer.from(name.padEnd(32).slice(0, 32)).toString("hex");
const archives = new Map(
  platforms.map(({ name }) => [
    name,
    { name: `tome-1.2.3-${name}${name === "win-x64" ? ".zip" : ".tar.xz"}`, sha256: sum(name) },
  ]),
);
const manifests = createManifests(release, archives);
const download = `${release.downloads}/tome-1.2.3-win-x64.zip`;

test("a platform without an archive is an error", () => {
  for (const { name } of platforms) {
    const others = new Map([...archives].filter(([platform]) => platform !== name));
    expect(() => createManifests(release, others)).toThrow(name);
  }
});

describe("Scoop", () => {
  const Scoop = z.strictObject({
    version: z.string().check(z.regex(/^[\w.\-+]+$/)),
    description: z.string(),
    homepage: z.url(),
    license: z.string(),
    architecture: z.strictObject({
      "64bit": z.strictObject({
        url: z.url(),
        hash: z.string().check(z.regex(/^[a-fA-F0-9]{64}$/)),
      }),
    }),
    extract_dir: z.string(),
    bin: z.string(),
  });

  test("the manifest has the archive, its checksum and the command", () => {
    const manifest = Scoop.parse(JSON.parse(manifests["scoop/tome-docs.json"] ?? ""));
    expect(manifest).toMatchObject({
      version: release.version,
      architecture: { "64bit": { url: download, hash: sum("win-x64") } },
      extract_dir: `tome-${release.version}-win-x64`,
      bin: "tome.cmd",
    });
  });
});

describe("winget", () => {
  const identifier = z
    .string()
    .check(z.regex(/^[^.\s\\/:*?"<>|]{1,32}(\.[^.\s\\/:*?"<>|]{1,32}){1,7}$/), z.maxLength(128));
  const version = z.string().check(z.regex(/^[^\\/:*?"<>|]+$/), z.maxLength(128));
  const language = z.literal("en-US");
  const text = (minimum: number, maximum: number) =>
    z.string().check(z.minLength(minimum), z.maxLength(maximum));
  const url = z.string().check(z.regex(/^https:\/\/.+$/), z.maxLength(2048));
  const about = {
    PackageIdentifier: identifier,
    PackageVersion: version,
    ManifestVersion: z.literal("1.10.0"),
  };
  const Version = z.strictObject({
    ...about,
    DefaultLocale: language,
    ManifestType: z.literal("version"),
  });
  const Installer = z.strictObject({
    ...about,
    InstallerType: z.literal("zip"),
    NestedInstallerType: z.literal("portable"),
    NestedInstallerFiles: z.array(z.strictObject({ RelativeFilePath: text(1, 512) })),
    ArchiveBinariesDependOnPath: z.boolean(),
    Commands: z.array(text(1, 40)),
    Installers: z
      .array(
        z.strictObject({
          Architecture: z.literal("x64"),
          InstallerUrl: url,
          InstallerSha256: z.string().check(z.regex(/^[A-Fa-f0-9]{64}$/)),
        }),
      )
      .check(z.minLength(1), z.maxLength(1024)),
    ManifestType: z.literal("installer"),
  });
  const Locale = z.strictObject({
    ...about,
    PackageLocale: language,
    Publisher: text(2, 256),
    PackageName: text(2, 256),
    PackageUrl: url,
    License: text(3, 512),
    ShortDescription: text(3, 256),
    Moniker: text(1, 40),
    ManifestType: z.literal("defaultLocale"),
  });
  const read = (part: string) => parse(manifests[`winget/TomeDocs.Tome${part}.yaml`] ?? "");

  test("the three manifests have the same version, with the archive and its checksum", () => {
    const parts = [
      Version.parse(read("")),
      Installer.parse(read(".installer")),
      Locale.parse(read(".locale.en-US")),
    ];
    for (const part of parts) expect(part.PackageVersion).toBe(release.version);
    expect(Installer.parse(read(".installer")).Installers).toEqual([
      {
        Architecture: "x64",
        InstallerUrl: download,
        InstallerSha256: sum("win-x64").toUpperCase(),
      },
    ]);
  });
});

describe("Homebrew", () => {
  const formula = manifests["homebrew/tome-docs.rb"] ?? "";

  test("the formula has an archive and a checksum for each processor of macOS and Linux", () => {
    const downloads = [...formula.matchAll(/url "(.+)"\n\s+sha256 "(.+)"/g)];
    const expected = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"].map((name) => [
      `${release.downloads}/tome-1.2.3-${name}.tar.xz`,
      sum(name),
    ]);
    expect(downloads.map(([, url, sha256]) => [url, sha256])).toEqual(expected);
    expect(formula).toContain('desc "Manage \\"documentation\\" workspaces"');
  });

  test("the description of tome fits Homebrew's limit", async () => {
    const own = createManifests(await readRelease(root), archives)["homebrew/tome-docs.rb"] ?? "";
    const [, text = ""] = /^ {2}desc "(.+)"$/m.exec(own) ?? [];
    expect(text).toMatch(/^Manage .{10,73}$/);
  });

  test("each block of the formula is closed, and Ruby parses it", () => {
    const opened = formula.match(/^\s*(?:class|def|test do|on_\w+ do)/gm) ?? [];
    expect(formula.match(/^\s*end$/gm)).toHaveLength(opened.length);
    const ruby = spawnSync("ruby", ["-c"], { input: formula, encoding: "utf8" });
    if (ruby.error === undefined) expect(ruby.stdout).toBe("Syntax OK\n");
  });
});

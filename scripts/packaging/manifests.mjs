/** Manifests of package managers: a Homebrew formula, a Scoop manifest and three winget manifests. */
import { stringify } from "yaml";

/** @import { Release } from "./release.mjs" */

/** The file name and SHA-256 of an archive. @typedef {{ name: string, sha256: string }} Archive */

/** Homebrew and Scoop may have other programs with the name tome. */
export const packageId = "tome-docs";
export const wingetId = "TomeDocs.Tome";

/** The first version with ArchiveBinariesDependOnPath and without known errors of it. */
const wingetSchema = "1.10.0";

/**
 * @param {Release} release
 * @param {ReadonlyMap<string, Archive>} archives by platform; all platforms
 * @returns {Record<string, string>} the text of each manifest by its path
 */
export function createManifests(release, archives) {
  const find = (/** @type {string} */ platform) => {
    const archive = archives.get(platform);
    if (archive === undefined) throw new Error(`There is no archive for ${platform}.`);
    return { url: `${release.downloads}/${archive.name}`, sha256: archive.sha256 };
  };
  const windows = find("win-x64");
  return {
    [`homebrew/${packageId}.rb`]: createFormula(release, find),
    [`scoop/${packageId}.json`]: createScoopManifest(release, windows),
    ...createWingetManifests(release, windows),
  };
}

/** @typedef {{ url: string, sha256: string }} Download */

/**
 * @param {Release} release
 * @param {(platform: string) => Download} find
 */
function createFormula({ version, description, homepage, license }, find) {
  const download = (/** @type {string} */ platform) => {
    const { url, sha256 } = find(platform);
    return `      url ${toRuby(url)}\n      sha256 ${toRuby(sha256)}`;
  };
  const system = (/** @type {string} */ name, /** @type {string} */ platform) =>
    [
      `  on_${name} do`,
      "    on_arm do",
      download(`${platform}-arm64`),
      "    end",
      "    on_intel do",
      download(`${platform}-x64`),
      "    end",
      "  end",
    ].join("\n");
  // Homebrew accepts 80 characters.
  const [summary = ""] = description.split(", with ");
  return `class TomeDocs < Formula
  desc ${toRuby(summary)}
  homepage ${toRuby(homepage)}
  version ${toRuby(version)}
  license ${toRuby(license)}

${system("macos", "darwin")}

${system("linux", "linux")}

  def install
    libexec.install "bin", "lib"
    bin.install_symlink libexec/"bin/tome"
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/tome"
    zsh_completion.install "share/zsh/site-functions/_tome"
    fish_completion.install "share/fish/vendor_completions.d/tome.fish"
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/tome --version").strip
  end
end
`;
}

/** @param {string} text without control characters */
function toRuby(text) {
  return `"${text.replace(/["\\#]/g, "\\$&")}"`;
}

/**
 * @param {Release} release
 * @param {Download} windows
 */
function createScoopManifest({ version, description, homepage, license }, { url, sha256 }) {
  const manifest = {
    version,
    description,
    homepage,
    license,
    architecture: { "64bit": { url, hash: sha256 } },
    extract_dir: `tome-${version}-win-x64`,
    bin: "tome.cmd",
  };
  return `${JSON.stringify(manifest, undefined, 4)}\n`;
}

/**
 * @param {Release} release
 * @param {Download} windows
 * @returns {Record<string, string>}
 */
function createWingetManifests({ version, description, homepage, license }, { url, sha256 }) {
  const about = { PackageIdentifier: wingetId, PackageVersion: version };
  const manifests = {
    "": { ...about, DefaultLocale: "en-US", ...describeWingetType("version") },
    ".installer": {
      ...about,
      InstallerType: "zip",
      NestedInstallerType: "portable",
      NestedInstallerFiles: [{ RelativeFilePath: `tome-${version}-win-x64\\tome.cmd` }],
      // The folder is added to PATH: a link to a command file would get the name tome.exe.
      ArchiveBinariesDependOnPath: true,
      Commands: ["tome"],
      Installers: [
        { Architecture: "x64", InstallerUrl: url, InstallerSha256: sha256.toUpperCase() },
      ],
      ...describeWingetType("installer"),
    },
    ".locale.en-US": {
      ...about,
      PackageLocale: "en-US",
      Publisher: "tome-docs",
      PackageName: "tome",
      PackageUrl: homepage,
      License: license,
      ShortDescription: description,
      Moniker: "tome",
      ...describeWingetType("defaultLocale"),
    },
  };
  return Object.fromEntries(
    Object.entries(manifests).map(([part, manifest]) => [
      `winget/${wingetId}${part}.yaml`,
      stringify(manifest, { lineWidth: 0 }),
    ]),
  );
}

/** @param {string} type */
function describeWingetType(type) {
  return { ManifestType: type, ManifestVersion: wingetSchema };
}

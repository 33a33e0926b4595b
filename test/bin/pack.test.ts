import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { buildProgram, root, start } from "./built.ts";

beforeAll(buildProgram);

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** What would be published, as a file in a folder. */
function pack(folder: string): Packed {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const said = execFileSync("npm", args, { cwd: root, encoding: "utf8", stdio: "pipe" });
  const [packed]: Packed[] = JSON.parse(said);
  if (packed === undefined) throw new Error("npm packed nothing.");
  return packed;
}

test("What is published is the program, and it runs without anything else of this folder", async () => {
  const folder = temporaryFolder();
  const { filename, unpackedSize, files } = pack(folder);
  const parts = new Set(files.map(({ path }) => path.split("/")[0]));
  const meant = ["CHANGELOG.md", "LICENSE", "README.md", "bin", "completions", "dist"];
  expect([...parts].sort()).toEqual([...meant, "package.json"].sort());
  expect(unpackedSize).toBeLessThan(8 * 1024 * 1024);

  const place = join(folder, "node_modules");
  mkdirSync(place);
  execFileSync("tar", ["xzf", join(folder, filename), "-C", folder]);
  const { dependencies } = JSON.parse(
    readFileSync(join(folder, "package", "package.json"), "utf8"),
  );
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(place, name));
  }
  const env = { XDG_DATA_HOME: join(folder, "data"), TOME_CONFIG_DIR: join(folder, "settings") };
  const program = join(folder, "package", "bin", "tome.js");
  const whoami = await start(["whoami", "--local", "--json", "email"], [], env, program);
  expect(JSON.parse(whoami.stdout)).toEqual({ email: "owner@example.com" });
  const filtered = await start(["org", "list", "--local", "--jq", "length"], [], env, program);
  expect(filtered).toEqual({ stdout: "1\n", stderr: "", exitCode: 0 });
});

test("A second build of the same sources is the same, byte for byte", () => {
  const second = join(temporaryFolder(), "dist");
  execFileSync(process.execPath, [join(root, "scripts", "build.mjs"), second]);
  expect(contentsOf(second)).toEqual(contentsOf(join(root, "dist")));
});

function contentsOf(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), "base64")]);
}

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

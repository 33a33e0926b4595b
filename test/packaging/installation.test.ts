import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { listInstallation } from "../../scripts/packaging/installation.mjs";
import { platforms } from "../../scripts/packaging/platforms.mjs";
import { buildProgram, root } from "../bin/built.ts";
import { sample, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

const node = { program: Buffer.from('#!/bin/sh\necho node: "$@"\n'), license: Buffer.from("MIT") };
const Bom = z.object({
  components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

beforeAll(buildProgram, 300_000);

describe.each(platforms)("$name", (platform) => {
  slowTest(
    "it has the program, Node and their licenses, and neither SQLite nor sources",
    async () => {
      const { files } = await listInstallation(root, platform, node);
      const paths = files.map(({ path }) => path);
      for (const path of [
        `lib/tome/${platform.program}`,
        "lib/tome/NODE-LICENSE.txt",
        "lib/tome/LICENSE",
        "lib/tome/bin/tome.js",
        "lib/tome/dist/main.js",
        "lib/tome/dist/THIRD-PARTY-LICENSES.txt",
        "lib/tome/dist/sbom.cdx.json",
      ]) {
        expect(paths).toContain(path);
      }
      expect(paths.filter((path) => /sqlite.*\.br$|\.ts$|node_modules/.test(path))).toEqual(
        paths.filter((path) => path.endsWith("library.d.ts")),
      );
      expect(new Set(paths).size).toBe(paths.length);
      expect(paths).toEqual([...paths].sort());
    },
  );

  slowTest("the SBOM has Node instead of SQLite", async () => {
    const { files, sbom } = await listInstallation(root, platform, node);
    const inside = files.find(({ path }) => path === "lib/tome/dist/sbom.cdx.json");
    expect(Buffer.from(inside?.bytes ?? "").toString("utf8")).toBe(sbom);
    const { components, dependencies } = Bom.parse(JSON.parse(sbom));
    const { name, version } = platform.node;
    const purl = `pkg:npm/${name}@${version}`;
    expect(components.filter((one) => one.name === "node")).toEqual([
      { name: "node", version, purl },
    ]);
    expect(components.filter((one) => one.purl.includes("sqlite"))).toEqual([]);
    expect(dependencies[0]?.dependsOn).toEqual(components.map((one) => one.purl));
  });
});

test("every platform has a Node with SQLite, with a checksum", () => {
  for (const { node: one, licenseSource } of platforms) {
    expect(Number(one.version.split(".")[0])).toBeGreaterThanOrEqual(24);
    expect(Buffer.from(one.integrity.replace("sha512-", ""), "base64")).toHaveLength(64);
    expect(licenseSource.version).toBe(one.version);
  }
});

slowTest(
  "every manual page and completion of the repository is in the standard folders",
  async () => {
    const [linux] = platforms;
    if (linux === undefined) throw new Error("There are no platforms.");
    const { files } = await listInstallation(root, linux, node);
    const shared = files.filter(({ path }) => path.startsWith("share/")).map(({ path }) => path);
    const { man }: { man: string[] } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(shared.sort()).toEqual(
      [
        ...man.map((path) => path.replace("dist/man/", "share/man/man1/")),
        "share/bash-completion/completions/tome",
        "share/fish/vendor_completions.d/tome.fish",
        "share/zsh/site-functions/_tome",
      ].sort(),
    );
  },
);

slowTest(
  "the launcher finds its Node through links, relative or not, and passes all arguments on",
  async () => {
    const [linux] = platforms;
    if (linux === undefined) throw new Error("There are no platforms.");
    const { files } = await listInstallation(root, linux, node);
    const launcher = files.find(({ path }) => path === "bin/tome");
    const random = randomFrom();
    const rounds = Array.from({ length: 10 }, (_, round) => round);
    for (const _ of sample(rounds, 3)) {
      const folder = temporaryFolder();
      const home = join(folder, "a folder", "tome");
      for (const path of ["bin", "lib/tome/bin"]) mkdirSync(join(home, path), { recursive: true });
      let start = join(home, "bin", "tome");
      writeFileSync(start, launcher?.bytes ?? "");
      writeFileSync(join(home, "lib", "tome", "node"), node.program);
      chmodSync(start, 0o755);
      chmodSync(join(home, "lib", "tome", "node"), 0o755);
      for (let links = random.below(4); links > 0; links--) {
        const link = join(folder, random.pick(["x", "y z", "."]), `link-${links}`);
        mkdirSync(dirname(link), { recursive: true });
        symlinkSync(random.chance(0.5) ? start : relative(dirname(link), start), link);
        start = link;
      }
      const words = ["space", "update", "a  b", "$HOME", "--title="];
      const { stdout, stderr } = spawnSync(start, words, { encoding: "utf8", cwd: folder });
      expect(stderr, `seed ${random.seed}`).toBe("");
      expect(stdout).toMatch(
        /^node: \S.*\/lib\/tome\/bin\/tome\.js space update a {2}b \$HOME --title=\n$/,
      );
      const onPath = { ...process.env, PATH: `${dirname(start)}:${process.env.PATH}` };
      const name = start.slice(dirname(start).length + 1);
      const found = spawnSync(name, words, { encoding: "utf8", cwd: folder, env: onPath });
      expect(found.stdout, `seed ${random.seed}`).toBe(stdout);
    }
  },
);

import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { compress, createTar } from "../../scripts/packaging/archives.mjs";
import { loadNode } from "../../scripts/packaging/node-runtime.mjs";
import { findPlatform } from "../../scripts/packaging/platforms.mjs";
import { temporaryFolder } from "../support/machine/folder.ts";

const linux = findPlatform("linux-x64");

async function createPackage(program: string) {
  const files = { LICENSE: "The license", "bin/node": program };
  const contents = Object.entries(files).map(([path, text]) => ({
    path,
    bytes: Buffer.from(text),
    isProgram: false,
  }));
  const bytes = await compress(await createTar(contents, new Date(0), "package/"), "gzip");
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  return { bytes, node: { ...linux.node, integrity } };
}

/** An npm that delivers the bytes, or fails without any. */
function replaceNpm(bytes: Uint8Array | undefined): void {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "package.tgz"), bytes ?? "");
  const copy = `for last; do :; done\ncp '${folder}/package.tgz' "$last/package.tgz"`;
  writeFileSync(join(folder, "npm"), `#!/bin/sh\n${bytes === undefined ? "exit 1" : copy}\n`);
  chmodSync(join(folder, "npm"), 0o755);
  const before = process.env.PATH;
  process.env.PATH = `${folder}${delimiter}${before}`;
  onTestFinished(() => {
    process.env.PATH = before;
  });
}

test("Node is downloaded once, and a changed copy is downloaded again", async () => {
  const root = temporaryFolder();
  const { bytes, node } = await createPackage("The program");
  const load = async () => {
    const loaded = await loadNode(root, { ...linux, node, licenseSource: node });
    return [loaded.program, loaded.license].map((one) => Buffer.from(one).toString());
  };
  replaceNpm(bytes);
  expect(await load()).toEqual(["The program", "The license"]);
  replaceNpm(undefined);
  expect(await load()).toEqual(["The program", "The license"]);
  const name = `${node.name}-${node.version}.tgz`;
  writeFileSync(join(root, "node_modules", ".cache", "tome-node", name), "changed");
  await expect(load()).rejects.toThrow("could not download");
  replaceNpm(bytes);
  expect(await load()).toEqual(["The program", "The license"]);
});

test("a download with another checksum is refused", async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, "node_modules"));
  const { node } = await createPackage("The program");
  replaceNpm((await createPackage("Another program")).bytes);
  const load = loadNode(root, { ...linux, node, licenseSource: node });
  await expect(load).rejects.toThrow("has another checksum");
});

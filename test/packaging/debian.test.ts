import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "fflate";
import { unpackTar } from "modern-tar";
import { expect, test } from "vitest";
import { createDebianPackage } from "../../scripts/packaging/debian.mjs";
import { slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { generateFiles, release } from "./files.ts";

const random = randomFrom();
const create = (files = generateFiles(random)) =>
  createDebianPackage(files, "amd64", release, "gzip");

/** The files of an ar archive by name. */
function readAr(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const text = (from: number, to: number) =>
    Buffer.from(bytes.subarray(from, to)).toString("latin1").trimEnd();
  expect(text(0, 8)).toBe("!<arch>");
  const files = new Map<string, Uint8Array>();
  for (let at = 8; at < bytes.length; ) {
    const size = Number(text(at + 48, at + 58));
    files.set(text(at, at + 16), bytes.subarray(at + 60, at + 60 + size));
    at += 60 + size + (size % 2);
  }
  return files;
}

async function readTar(bytes: Uint8Array | undefined): Promise<ReadonlyMap<string, string>> {
  const entries = await unpackTar(gunzipSync(bytes ?? new Uint8Array()));
  return new Map(
    entries
      .filter(({ header }) => header.type === "file")
      .map(({ header, data }) => [header.name, Buffer.from(data ?? "").toString("latin1")]),
  );
}

slowTest("two packages of the same files have the same bytes", async () => {
  for (let round = 0; round < 8; round++) {
    const files = generateFiles(random);
    const [one, other] = [await create(files), await create(files)];
    expect(Buffer.compare(one, other), `seed ${random.seed}`).toBe(0);
  }
});

test("the package runs no code when it is installed, upgraded or removed", async () => {
  const parts = readAr(await create());
  expect([...parts.keys()]).toEqual(["debian-binary", "control.tar.gz", "data.tar.gz"]);
  const control = await readTar(parts.get("control.tar.gz"));
  expect([...control.keys()].sort()).toEqual(["./control", "./md5sums"]);
});

test("all files are below /usr, in the folders of Debian, with checksums", async () => {
  const paths = ["bin/tome", "share/man/man1/tome.1", "share/zsh/site-functions/_tome"];
  const files = paths.map((path) => ({ path, bytes: Buffer.from(path), isProgram: false }));
  const parts = readAr(await create(files));
  const data = await readTar(parts.get("data.tar.gz"));
  expect([...data.keys()]).toEqual([
    "./usr/bin/tome",
    "./usr/share/doc/tome-docs/changelog.gz",
    "./usr/share/doc/tome-docs/copyright",
    "./usr/share/man/man1/tome.1.gz",
    "./usr/share/zsh/vendor-completions/_tome",
  ]);
  const control = await readTar(parts.get("control.tar.gz"));
  const sums = (control.get("./md5sums") ?? "").trimEnd().split("\n");
  expect(sums.map((line) => `./${line.replace(/^[0-9a-f]{32} {2}/, "")}`)).toEqual([
    ...data.keys(),
  ]);
});

slowTest("dpkg reads the fields of the package", async ({ skip }) => {
  if (spawnSync("dpkg-deb", ["--version"]).error) return skip("This machine has no dpkg-deb.");
  const file = join(temporaryFolder(), "tome.deb");
  writeFileSync(file, await create());
  const fields = ["Package", "Version", "Architecture", "Maintainer", "Description"];
  const { stdout, stderr } = spawnSync("dpkg-deb", ["--field", file, ...fields], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(stdout.split("\n").slice(0, 5)).toEqual([
    "Package: tome-docs",
    // A version before 1.2.3.
    "Version: 1.2.3~rc.1",
    "Architecture: amd64",
    "Maintainer: Ada <ada@example.com>",
    'Description: Manage "documentation" workspaces',
  ]);
  expect(spawnSync("dpkg-deb", ["--contents", file]).status).toBe(0);
});

import {
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { beforeEach, describe, expect, test } from "vitest";
import {
  findWorkingFolder,
  parseDocument,
  readBytes,
  readDocument,
  readText,
  requireLocalFolders,
  saveFile,
  writePrivateFile,
} from "../../../src/app/run/files.ts";
import type { Delegation } from "../../../src/app/run/machine.ts";
import { UsageError } from "../../../src/errors.ts";
import { maximumInput } from "../../../src/files/named-file.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const machineIn = (cwd: string, input: readonly (string | Buffer)[] = []) => ({
  cwd,
  stdin: Readable.from(input),
});
const bytes = new TextEncoder().encode("new");
/** A text that is not UTF-8. */
const latin = Buffer.from([0x41, 0xe4]);

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

describe("a file to read", () => {
  test.each(["name", "path"])("is found by its %s from the working folder", async (by) => {
    writeFileSync(join(folder, "a.txt"), "größe");
    const path = by === "name" ? "a.txt" : join(folder, "a.txt");
    expect(await readText(path, machineIn(folder))).toBe("größe");
    expect(Buffer.from(await readBytes(path, machineIn(folder))).toString()).toBe("größe");
  });

  test("can be standard input", async () => {
    const machine = machineIn(folder, ["one ", Buffer.from("two")]);
    expect(await readText("-", machine)).toBe("one two");
  });

  test.each<[string, string, string]>([
    ["none.txt", "none.txt", "no such file or directory"],
    ["of a folder", "docs", "it is a folder"],
    ["below a file", "a.txt/b.txt", "a part of its path is not a folder"],
    ["in a circle", "loop", "ELOOP: too many symbolic links encountered"],
  ])("that cannot be read is named with the reason: %s", async (_, path, reason) => {
    mkdirSync(join(folder, "docs"));
    writeFileSync(join(folder, "a.txt"), "");
    symlinkSync("loop", join(folder, "loop"));
    const reading = readBytes(path, machineIn(folder));
    await expect(reading).rejects.toThrow(UsageError);
    await expect(reading).rejects.toThrow(`The file ${path} cannot be read: ${reason}`);
  });

  test("above the limit is refused with the limit", async () => {
    writeFileSync(join(folder, "large"), "");
    truncateSync(join(folder, "large"), maximumInput + 1);
    await expect(readBytes("large", machineIn(folder))).rejects.toThrow(
      /^The file large exceeds the input limit of 256 MiB\.$/,
    );
  });

  test("must be UTF-8 as a text", async () => {
    writeFileSync(join(folder, "a.txt"), latin);
    await expect(readText("a.txt", machineIn(folder))).rejects.toThrow(
      new UsageError("a.txt must be UTF-8 text."),
    );
    await expect(readText("-", machineIn(folder, [latin]))).rejects.toThrow(
      new UsageError("standard input must be UTF-8 text."),
    );
  });
});

describe("a document", () => {
  test.each<[string, string, unknown]>([
    ["a.json", '{"a": [1, null]}', { a: [1, null] }],
    ["a.yaml", "a:\n  - 1\n  - null\n", { a: [1, null] }],
    ["a.txt", "[one, two]", ["one", "two"]],
    ["a.json", "plain: yes", { plain: "yes" }],
    ["-", "[one]", ["one"]],
  ])("in %s with %j is JSON or YAML", async (path, text, value) => {
    expect(await parseDocument(text, path)).toEqual(value);
    const name = path === "-" ? path : "file";
    if (path !== "-") writeFileSync(join(folder, name), text);
    if (path.endsWith(".json")) return;
    expect(await readDocument(name, machineIn(folder, [text]))).toEqual(value);
  });

  test.each<[string, string, RegExp]>([
    ["a.json", '{"a": }', /^The file a\.json is not valid JSON: [^\n]+[^.:]\.$/],
    ["a.json", "\n [one]", /^The file a\.json is not valid JSON: /],
    ["a.json", "a: [", /^The file a\.json is neither JSON nor YAML: [^\n]+[^.:]\.$/],
    ["a.yaml", '{"a": ', /^The file a\.yaml is neither JSON nor YAML: /],
    ["-", "a: [", /^Standard input is neither JSON nor YAML: /],
  ])("in %s with %j is invalid", async (path, text, message) => {
    const parsing = parseDocument(text, path);
    await expect(parsing).rejects.toThrow(UsageError);
    await expect(parsing).rejects.toThrow(message);
  });
});

describe("a command of an agent", () => {
  const delegation: Delegation = {
    isReadOnly: false,
    files: new Map([["body.md", "Größe"]]),
    client: "agent 1",
  };
  const build = () => ({ ...machineIn(folder), delegation });

  test("reads only the files of its input", async () => {
    writeFileSync(join(folder, "a.txt"), "text");
    expect(await readText("body.md", build())).toBe("Größe");
    await expect(readText("a.txt", build())).rejects.toThrow(
      new UsageError(
        'Commands of an agent cannot read the file "a.txt". Specify its text instead.',
      ),
    );
  });

  test.each([
    [100, "x".repeat(100)],
    [101, `${"x".repeat(100)}…`],
  ])("names a path of %i characters", async (length, name) => {
    await expect(readText("x".repeat(length), build())).rejects.toThrow(`file "${name}".`);
  });

  test("writes no file, and uses no folder of the machine", async () => {
    const refusal = "Commands of an agent cannot write the file a.txt.";
    await expect(saveFile("a.txt", bytes, true, build())).rejects.toThrow(refusal);
    await expect(writePrivateFile("a.txt", "text", build())).rejects.toThrow(refusal);
    expect(readdirSync(folder)).toEqual([]);
    expect(findWorkingFolder(build())).toBe(join(devNull, "agent"));
    expect(() => requireLocalFolders("docs", build())).toThrow(
      new UsageError("Commands of an agent cannot use files and folders of this machine: docs."),
    );
  });

  test("is different from a command of a user", () => {
    expect(findWorkingFolder(machineIn(folder))).toBe(folder);
    expect(requireLocalFolders("docs", {})).toBeUndefined();
  });
});

describe("a saved file", () => {
  test("is complete, without other files", async () => {
    await saveFile("a.pdf", bytes, false, machineIn(folder));
    expect(readdirSync(folder)).toEqual(["a.pdf"]);
    expect(readFileSync(join(folder, "a.pdf"), "utf8")).toBe("new");
  });

  test("does not replace an existing one without --force", async () => {
    const path = join(folder, "a.pdf");
    writeFileSync(path, "old");
    const refused = saveFile(path, bytes, false, machineIn(folder));
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(/a\.pdf already exists\. Use --force/);
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["a.pdf"]);
    await saveFile(path, bytes, true, machineIn(folder));
    expect(readFileSync(path, "utf8")).toBe("new");
  });

  test("that is private replaces the previous one", async () => {
    for (const text of ["old", "new"]) await writePrivateFile("a.txt", text, machineIn(folder));
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("new");
    expect(readdirSync(folder)).toEqual(["a.txt"]);
  });

  test("that cannot be written is named with the reason", async () => {
    const path = "no/such/a.pdf";
    const message = `The file ${path} cannot be written: no such file or directory.`;
    const machine = machineIn(folder);
    await expect(saveFile(path, bytes, false, machine)).rejects.toThrow(new UsageError(message));
    await expect(writePrivateFile(path, "text", machine)).rejects.toThrow(new UsageError(message));
  });
});

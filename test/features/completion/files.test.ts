import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { addLine, hasLine, putScript } from "../../../src/features/completion/files.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const script = "#!shell\n# Completion of tome\nnew\n";

function open(text?: string) {
  const folder = temporaryFolder();
  const file = join(folder, "tome");
  if (text !== undefined) writeFileSync(file, text);
  const read = (name = "tome") => readFileSync(join(folder, name), "utf8");
  return { folder, file, read };
}

describe("a script", () => {
  test.each([
    ["is written", undefined, "written", false],
    ["is kept if it is the same", script, "kept", false],
    ["replaces an older one", "# Completion of tome\nold\n", "replaced", false],
    ["sets another file aside", "mine\n", "written", true],
  ])("%s", async (_, text, done, isMoved) => {
    const { folder, file, read } = open(text);
    const aside = `${file}.before-tome`;
    expect(await putScript(file, script)).toEqual({ done, setAside: isMoved ? aside : undefined });
    expect(read()).toBe(script);
    expect(readdirSync(folder).sort()).toEqual(isMoved ? ["tome", "tome.before-tome"] : ["tome"]);
    if (isMoved) expect(read("tome.before-tome")).toBe(text);
  });

  test("sets files aside under new names", async () => {
    const { file, read } = open("one\n");
    for (const text of ["two\n", "three\n"]) {
      await putScript(file, script);
      writeFileSync(file, text);
    }
    const { setAside } = await putScript(file, script);
    expect(setAside).toBe(`${file}.before-tome-3`);
    expect([
      read("tome.before-tome"),
      read("tome.before-tome-2"),
      read("tome.before-tome-3"),
    ]).toEqual(["one\n", "two\n", "three\n"]);
  });

  test("sets a link aside instead of its target, and creates the folder", async () => {
    const { folder, file, read } = open();
    writeFileSync(join(folder, "target"), script);
    symlinkSync(join(folder, "target"), file);
    expect((await putScript(file, `${script}more`)).setAside).toBe(`${file}.before-tome`);
    expect(read("target")).toBe(script);
    expect(await putScript(join(folder, "a", "b", "tome"), script)).toMatchObject({
      done: "written",
    });
  });

  test("that cannot be written leaves no other file", async () => {
    const { folder } = open();
    mkdirSync(join(folder, "tome", "sub"), { recursive: true });
    const put = putScript(join(folder, "tome", "sub"), script);
    await expect(put).resolves.toMatchObject({ setAside: join(folder, "tome", "sub.before-tome") });
    expect(readdirSync(join(folder, "tome")).sort()).toEqual(["sub", "sub.before-tome"]);
  });
});

describe("a line", () => {
  test.each([
    [undefined, "line\n", true],
    ["", "line\n", true],
    ["a\n", "a\nline\n", true],
    ["a", "a\nline\n", true],
    ["line", "line", false],
    ["a\nline\nb", "a\nline\nb", false],
    ["# line\n", "# line\nline\n", true],
  ])("in %j gives %j", async (text, expected, hasAdded) => {
    const { file, read } = open(text);
    expect(await addLine(file, "line")).toBe(hasAdded);
    expect(read()).toBe(expected);
    expect(hasLine(read(), "line")).toBe(true);
  });

  test("creates the folder of its file", async () => {
    const { folder, read } = open();
    expect(await addLine(join(folder, "a", "rc"), "line")).toBe(true);
    expect(read("a/rc")).toBe("line\n");
  });
});

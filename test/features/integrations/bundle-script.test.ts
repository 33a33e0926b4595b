import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundleScript, removeComments } from "../../../src/features/integrations/bundle-script.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

/** A text that is not JSON, so that esbuild quotes it in an error. */
const secret = "SECRET_canary";

function start(files: Readonly<Record<string, string>>) {
  const outside = temporaryFolder();
  writeFileSync(join(outside, "private"), secret);
  // The folder above it belongs to the test too.
  const folder = join(temporaryFolder(), "integration");
  for (const [name, text] of Object.entries({ "index.ts": "export default 1;", ...files })) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text.replaceAll("OUTSIDE", outside));
  }
  const bundle = () => bundleScript(join(folder, "index.ts"), "./index.ts", folder);
  return { folder, outside, bundle };
}

async function findRefusal(bundle: () => Promise<string>): Promise<string> {
  const error: unknown = await bundle().catch((cause: unknown) => cause);
  if (!(error instanceof Error)) throw new Error("The script was bundled.");
  expect(error.message).not.toContain(secret);
  return error.message;
}

describe("settings of TypeScript", () => {
  test("paths and base URLs of the integration apply", async () => {
    const { bundle } = start({
      "index.ts": 'import { text } from "~/text";\nexport default text;',
      "src/text.ts": 'export const text = "from an alias";',
      "tsconfig.json": '{ // comment\n "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }',
    });
    expect(await bundle()).toContain("from an alias");
  });

  test.each(["OUTSIDE/private", "/dev/zero", "OUTSIDE/missing"])(
    "a file that they extend is not read: %s",
    async (path) => {
      const { bundle } = start({ "tsconfig.json": JSON.stringify({ extends: path }) });
      expect(await bundle()).toContain("export{");
    },
  );

  test("files of folders above and below are not read", async () => {
    const extended = JSON.stringify({ extends: "OUTSIDE/private" });
    const { folder, outside, bundle } = start({
      "index.ts": 'export { text } from "./below/text.ts";',
      "below/text.ts": 'export const text = "below";',
      "below/tsconfig.json": extended,
    });
    writeFileSync(join(folder, "../tsconfig.json"), extended.replace("OUTSIDE", outside));
    expect(await bundle()).toContain("below");
  });

  test("a link to a private file is refused", async () => {
    const { folder, outside, bundle } = start({});
    symlinkSync(join(outside, "private"), join(folder, "tsconfig.json"));
    expect(await findRefusal(bundle)).toContain("tsconfig.json");
  });
});

describe("a package file", () => {
  test.each(["", "below/deeper"])("that is a link is refused: %s", async (name) => {
    const { folder, outside, bundle } = start({ "below/deeper/text.ts": "" });
    symlinkSync(join(outside, "private"), join(folder, name, "package.json"));
    expect(await findRefusal(bundle)).toContain("package.json");
  });

  test("that is a device or a pipe is refused", async () => {
    const { folder, bundle } = start({ "below/text.ts": "" });
    symlinkSync("/dev/zero", join(folder, "package.json"));
    expect(await findRefusal(bundle)).toContain("package.json");
    const other = start({ "node_modules/one/index.js": "" });
    execFileSync("mkfifo", [join(other.folder, "node_modules/one/package.json")]);
    expect(await findRefusal(other.bundle)).toContain("package.json");
  });

  test("above the integration is not quoted", async () => {
    const { folder, outside } = start({ "inner/index.ts": "export default 1;" });
    symlinkSync(join(outside, "private"), join(folder, "package.json"));
    const inner = join(folder, "inner");
    const refusal = await findRefusal(() =>
      bundleScript(join(inner, "index.ts"), "./index.ts", inner),
    );
    expect(refusal).toContain("package.json");
  });
});

test.each([
  [1, ""],
  [2, ""],
  [3, ""],
  [4, "; and 1 more"],
  [6, "; and 3 more"],
])("a script with %i errors is refused with the first three%s", async (count, rest) => {
  const lines = Array.from({ length: count }, (_, at) => `import "./missing${at + 1}.ts";`);
  const { bundle } = start({ "index.ts": `${lines.join("\n")}\n` });
  const shown = [1, 2, 3]
    .slice(0, count)
    .map((line) => `Could not resolve "./missing${line}.ts" (index.ts:${line})`);
  expect(await findRefusal(bundle)).toBe(
    `esbuild cannot bundle ./index.ts: ${shown.join("; ")}${rest}.`,
  );
});

test("an error in a file that was not loaded has no text of it", async () => {
  const { bundle } = start({
    "index.ts": 'import "./below/text.ts";',
    "below/text.ts": "export {};",
    "below/package.json": secret,
  });
  expect(await findRefusal(bundle)).toContain("The file is not valid (below/package.json:1)");
});

describe("a script", () => {
  test("that does not exist is named in the error", async () => {
    const { folder, bundle } = start({});
    rmSync(join(folder, "index.ts"));
    expect(await findRefusal(bundle)).toBe(
      `esbuild cannot bundle ./index.ts: Could not resolve "${join(folder, "index.ts")}".`,
    );
  });

  test("that is a link to a file outside the integration is refused", async () => {
    const { folder, outside, bundle } = start({});
    rmSync(join(folder, "index.ts"));
    symlinkSync(join(outside, "private"), join(folder, "index.ts"));
    expect(await findRefusal(bundle)).toBe(
      `esbuild cannot bundle ./index.ts: ${join(outside, "private")} is outside the folder of the integration.`,
    );
  });

  test("that imports a file outside the integration is refused at the import", async () => {
    const { outside, bundle } = start({ "index.ts": '\nimport "OUTSIDE/private";' });
    expect(await findRefusal(bundle)).toBe(
      `esbuild cannot bundle ./index.ts: ${join(outside, "private")} is outside the folder of the integration (index.ts:2).`,
    );
  });
});

test("comments and trailing commas are removed, but not in strings", () => {
  const text = `// first
{
  "a": "// text, }", /* one, */ "b": [1, 2, /* last */ ],
  "c\\"/*": "*/\\\\", // end
}
/* open`;
  expect(JSON.parse(removeComments(text))).toEqual({
    a: "// text, }",
    b: [1, 2],
    'c"/*': "*/\\",
  });
});

test("plain JSON keeps its value, and invalid JSON stays invalid", () => {
  const value = { a: [1, [2, { b: "x,]" }], {}], "/": ",}", c: null };
  expect(JSON.parse(removeComments(JSON.stringify(value, undefined, 2)))).toEqual(value);
  for (const text of ["[1,,]", '{"a":1,', '"open', "[1 /]"]) {
    expect(() => JSON.parse(removeComments(text))).toThrow(SyntaxError);
  }
});

/**
 * Commands open files of folders that another user may have written only through src/files, which
 * refuses links out of the folder, pipes, devices and files beyond a limit.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { importsOfSources } from "./imports.ts";

const root = resolve(import.meta.dirname, "../..");

/** Functions that neither read nor write the content of an existing file. */
const harmless = [
  ...["access", "accessSync", "constants", "existsSync", "FileHandle", "FSWatcher", "watch"],
  ...["lstat", "lstatSync", "mkdir", "mkdirSync", "mkdtemp", "mkdtempSync", "realpathSync"],
  ...["rm", "rmSync", "stat", "statSync"],
];

/** Other functions by file, each with the reason. */
const exceptions: Readonly<
  Record<string, { readonly names: readonly string[]; readonly why: string }>
> = {
  "src/features/completion/files.ts": {
    names: ["appendFile", "readFile", "rename", "writeFile"],
    why: "the start-up files of the user's own shell",
  },
  "src/features/completion/location.ts": {
    names: ["readFile"],
    why: "the start-up files of the user's own shell",
  },
  "src/app/resolve/id-files.ts": {
    names: ["chmodSync", "readFileSync", "renameSync", "Stats", "writeFileSync"],
    why: "the user's own cache",
  },
  "src/app/resolve/id-cache.ts": { names: ["readdirSync"], why: "the user's own cache" },
  "src/app/run/recordings.ts": {
    names: ["closeSync", "fchmodSync", "ftruncateSync", "readSync", "writeSync"],
    why: "the file of --record, which the user names",
  },
  "src/app/pipeline/pipeline.ts": {
    names: ["closeSync", "fstatSync", "readFileSync", "writeSync"],
    why: "reports that the user or the pipeline names",
  },
  "src/programs/checkout.ts": {
    names: ["readdir", "symlink", "writeFile"],
    why: "the temporary repository in which Git runs",
  },
};

const confined =
  /^src\/(?:features|commands|app|programs|library)\/|^src\/settings\/project\.ts$|^src\/service\/engines\/git\/listed-folder\.ts$/;

interface FileFunctions {
  readonly file: string;
  readonly names: readonly string[];
}

/** The names that a module imports from `node:fs`; `*` for all of them. */
function listFileFunctions(text: string): readonly string[] {
  const source = `["']node:fs(?:/promises)?["']`;
  const named = new RegExp(String.raw`import (?:type )?\{([^}]*)\} from ${source}`, "g");
  const destructured = new RegExp(String.raw`\{([^}]*)\} = await import\(${source}\)`, "g");
  const lists = [...text.matchAll(named), ...text.matchAll(destructured)];
  const uses = [...text.matchAll(new RegExp(source, "g"))].length;
  const names = lists.flatMap(([, list = ""]) =>
    list.split(",").map((name) =>
      name
        .trim()
        .replace(/^type /, "")
        .replace(/[: ].*/, ""),
    ),
  );
  return [...names.filter(Boolean), ...(uses > lists.length ? ["*"] : [])];
}

const files: readonly FileFunctions[] = [
  ...new Set(
    importsOfSources()
      .filter(({ to }) => to.kind === "node" && /^node:fs(\/promises)?$/.test(to.name))
      .map(({ from }) => from),
  ),
].map((file) => ({ file, names: listFileFunctions(readFileSync(join(root, file), "utf8")) }));

describe("files of foreign folders", () => {
  test.each(files.filter(({ file }) => confined.test(file)))(
    "$file opens no file itself",
    ({ file, names }) => {
      const allowed = [...harmless, ...(exceptions[file]?.names ?? [])];
      expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
    },
  );

  test("every exception is used", () => {
    const unused = Object.keys(exceptions).filter(
      (file) => !files.some((one) => one.file === file),
    );
    expect(unused).toEqual([]);
  });

  test("the rule detects direct, dynamic and namespace imports", () => {
    const text = `import { open } from "node:fs/promises";
      const { readFile: read } = await import("node:fs/promises");
      import fs from "node:fs";`;
    expect(listFileFunctions(text)).toEqual(["open", "readFile", "*"]);
  });
});

/**
 * Runs code of src/settings in separate processes, compiled for Node versions without type
 * stripping.
 */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/**
 * @param folder an empty folder for the program, outside of any project
 * @param source TypeScript that imports files of src/settings as `settings/<file>`
 * @param external packages that are missing, so that the program fails when it loads them
 * @returns a function that runs the program with arguments, to its end
 */
export async function compile(
  folder: string,
  source: string,
  external: string[] = [],
): Promise<(...given: string[]) => Promise<Ended>> {
  const entry = join(folder, "program.ts");
  writeFileSync(entry, source.replaceAll('"settings/', `"${resolve("src/settings")}/`));
  const bundle = await rolldown({
    input: entry,
    platform: "node",
    external,
    resolve: { modules: [resolve("node_modules")] },
  });
  await bundle.write({
    dir: join(folder, "out"),
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
  });
  await bundle.close();
  return (...given) =>
    new Promise((done, fail) => {
      const child = spawn(process.execPath, [join(folder, "out", "program.mjs"), ...given]);
      let output = "";
      child.stdout.on("data", (data) => (output += data));
      child.stderr.on("data", (data) => (output += data));
      child.on("error", fail);
      child.on("close", (code) => done({ code, output }));
    });
}

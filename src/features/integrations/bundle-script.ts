/** Bundling of an integration's source file with esbuild, which users install next to tome. */
import { createRequire } from "node:module";
import { dirname, join, resolve, sep } from "node:path";
import { UsageError } from "../../errors.ts";
import { FileRefusedError, isInside } from "../../files/file-rules.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { asObject, type JsonObject } from "../../json/values.ts";
import { findCheckout } from "../../programs/checkout.ts";

type Esbuild = typeof import("esbuild");
type Plugin = import("esbuild").Plugin;

/** Messages that are shown of a failed build. */
const maximumMessages = 3;

/**
 * Bundles a TypeScript or JavaScript file and its imports as one module for the runtime `v2`, with
 * the options of the published CLI.
 * @param path absolute
 * @param shown the path in messages
 * @param folder the folder of the integration, absolute
 * @throws UsageError if esbuild is not installed, or cannot bundle the file, or if an import is not
 *   a regular file of the integration, of a package or of the checkout
 */
export async function bundleScript(path: string, shown: string, folder: string): Promise<string> {
  const esbuild = loadEsbuild(shown);
  const loadedFiles = new Set<string>();
  const confine = await createImportCheck(folder, loadedFiles);
  await requireOwnPackageFiles(folder);
  const tsconfigRaw = await readTsconfig(folder);
  try {
    const { outputFiles } = await esbuild.build({
      // Paths of `tsconfigRaw` are relative to it.
      absWorkingDir: folder,
      entryPoints: [path],
      write: false,
      outfile: "script.js",
      bundle: true,
      minify: true,
      platform: "neutral",
      format: "esm",
      target: "es2020",
      mainFields: ["worker", "browser", "module", "jsnext", "main"],
      conditions: ["worker", "browser", "import", "production"],
      define: { "process.env.NODE_ENV": '"production"', MODE: '"production"' },
      external: ["node:*", "cloudflare:*"],
      jsx: "automatic",
      jsxImportSource: "@gitbook/runtime",
      loader: { ".raw.js": "text", ".raw.css": "text" },
      logLevel: "silent",
      plugins: [confine],
      tsconfigRaw,
    });
    return outputFiles[0]?.text ?? "";
  } catch (error) {
    const messages = formatBuildError(error, folder, loadedFiles);
    throw new UsageError(`esbuild cannot bundle ${shown}: ${messages}`);
  } finally {
    await esbuild.stop();
  }
}

const code = /\.(?:[cm]?[jt]s|[jt]sx|css)$/;

const packageFile = "package.json";

/**
 * esbuild reads `package.json` itself in each folder that it visits: a link to a device would take all
 * memory, and one to a private file would be quoted in an error.
 * @throws FileRefusedError for one that is not a regular file of the folder
 */
async function requireOwnPackageFiles(folder: string): Promise<void> {
  const files = openForeignFolder(folder);
  const folders = [""];
  for (let name = folders.pop(); name !== undefined; name = folders.pop()) {
    for (const entry of (await files.list(name)) ?? []) {
      const path = join(name, entry.name);
      if (entry.name === packageFile && !entry.isFile()) await files.readBytes(path);
      else if (entry.isDirectory() && entry.name !== ".git") folders.push(path);
    }
  }
}

/**
 * The compiler options of the integration, such as `paths`. esbuild would also read the settings of
 * other folders and every file that `extends` names, and quote it in an error.
 * @throws UsageError for settings that are not JSON
 */
async function readTsconfig(folder: string): Promise<string> {
  const files = openForeignFolder(folder);
  for (const name of ["tsconfig.json", "jsconfig.json"]) {
    if (!(await files.has(name))) continue;
    const { compilerOptions } = parseSettings(await files.readText(name), name);
    return writeJson({ compilerOptions: asObject(compilerOptions) });
  }
  return "{}";
}

function parseSettings(text: string, name: string): JsonObject {
  try {
    return asObject(JSON.parse(removeComments(text)));
  } catch {
    throw new UsageError(`${name} of the integration is not valid JSON.`);
  }
}

/** Each alternative ends at its first character that does not match, so the time is linear. */
const jsonTokens =
  /"(?:[^"\\]|\\[\s\S])*"?|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|,|[^"/,]+|\//g;

/**
 * Removes comments and trailing commas, which settings of TypeScript may have.
 * @returns the same value as plain JSON, if the text is valid
 */
export function removeComments(text: string): string {
  let plain = "";
  let comma = "";
  for (const [token] of text.matchAll(jsonTokens)) {
    if (/^\/[/*]/.test(token) || token.trim() === "") continue;
    if (!/^[\]}]/.test(token.trimStart())) plain += comma;
    comma = token === "," ? token : "";
    if (token !== ",") plain += token;
  }
  return plain + comma;
}

/**
 * The script is sent to a platform, so an import must not read a private file of the user. Outside
 * of the integration, packages may be imported, and code of the same checkout.
 * @param loadedFiles receives the paths of the files that were read
 */
async function createImportCheck(folder: string, loadedFiles: Set<string>): Promise<Plugin> {
  const checkout = await findCheckout(folder);
  const root = await openForeignFolder(folder).resolve("");
  const packages = listAncestors(root).map((one) => join(one, "node_modules"));
  const findFolder = (file: string): string | undefined => {
    if (isInside(root, file)) return root;
    const installed = packages.find((one) => isInside(one, file));
    if (installed !== undefined) return installed;
    const isCode = checkout !== undefined && code.test(file) && isInside(checkout.top, file);
    return isCode ? checkout.top : undefined;
  };
  return {
    name: "confine-imports",
    setup(build) {
      // esbuild resolves links before.
      build.onLoad({ filter: /.*/, namespace: "file" }, async ({ path }) => {
        const outer = findFolder(path);
        if (outer === undefined) {
          return { errors: [{ text: `${path} is outside the folder of the integration` }] };
        }
        try {
          // Package managers install packages as hard links to their cache.
          const isRecorded = path.includes(`${sep}node_modules${sep}`);
          const contents = await openForeignFolder(outer).readBytes(path, { isRecorded });
          loadedFiles.add(path);
          return { contents, loader: "default", resolveDir: dirname(path) };
        } catch (error) {
          if (!(error instanceof FileRefusedError)) throw error;
          return { errors: [{ text: error.message }] };
        }
      });
    },
  };
}

function listAncestors(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...listAncestors(parent)];
}

/** Loaded only from the folders in which tome itself is installed, never from the integration's. */
function loadEsbuild(shown: string): Esbuild {
  try {
    return createRequire(import.meta.url)("esbuild");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "MODULE_NOT_FOUND") throw error;
    throw new UsageError(
      `Bundling ${shown} requires the package esbuild, which is not installed. Install it with npm where tome is installed, or bundle the script and add --script <file>.`,
      "tome integration publish --help",
    );
  }
}

interface BuildMessage {
  readonly text: string;
  readonly location: { readonly file: string; readonly line: number } | null;
}

/** Messages about other files than the loaded ones could quote a private file. */
function formatBuildError(
  error: unknown,
  folder: string,
  loadedFiles: ReadonlySet<string>,
): string {
  if (!isBuildFailure(error)) return error instanceof Error ? error.message : String(error);
  const messages = error.errors.slice(0, maximumMessages).map(({ text, location }) => {
    if (location === null) return text;
    const { file, line } = location;
    const shownText = loadedFiles.has(resolve(folder, file)) ? text : "The file is not valid";
    return `${shownText} (${file}:${line})`;
  });
  const rest = error.errors.length - messages.length;
  return `${messages.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}.`;
}

function isBuildFailure(error: unknown): error is { readonly errors: readonly BuildMessage[] } {
  return error instanceof Error && "errors" in error && Array.isArray(error.errors);
}

/** Bundling of an integration's source file with esbuild, which users install next to tome. */
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { UsageError } from "../../errors.ts";

type Esbuild = typeof import("esbuild");

/** Messages that are shown of a failed build. */
const maximumMessages = 3;

/**
 * Bundles a TypeScript or JavaScript file and its imports as one module for the runtime `v2`, with
 * the options of the published CLI.
 * @param path absolute
 * @param shown the path in messages
 * @throws UsageError if esbuild is not installed, or cannot bundle the file
 */
export async function bundleScript(path: string, shown: string): Promise<string> {
  const esbuild = loadEsbuild(shown);
  try {
    const { outputFiles } = await esbuild.build({
      absWorkingDir: dirname(path),
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
    });
    return outputFiles[0]?.text ?? "";
  } catch (error) {
    throw new UsageError(`esbuild cannot bundle ${shown}: ${formatBuildError(error)}`);
  } finally {
    await esbuild.stop();
  }
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

function formatBuildError(error: unknown): string {
  if (!isBuildFailure(error)) return error instanceof Error ? error.message : String(error);
  const messages = error.errors
    .slice(0, maximumMessages)
    .map(({ text, location }) =>
      location === null ? text : `${text} (${location.file}:${location.line})`,
    );
  const rest = error.errors.length - messages.length;
  return `${messages.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}.`;
}

function isBuildFailure(error: unknown): error is { readonly errors: readonly BuildMessage[] } {
  return error instanceof Error && "errors" in error && Array.isArray(error.errors);
}

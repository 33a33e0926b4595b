/**
 * The git program, started in its own environment. Git runs commands from its configuration
 * (pagers, hooks, filters, `core.fsmonitor`, …), so it gets neither the configuration of the user
 * or the system nor any variable with a secret.
 */
import { type PipedProgram, startPiped } from "./start.ts";

export type GitSetting = readonly [name: string, value: string];

/** Variables that locate programs and certificates; none contains a secret or configures Git. */
const inheritedNames = [
  "PATH",
  "SystemRoot",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "GIT_SSL_CAINFO",
  "TMPDIR",
  "TEMP",
] as const;

/** Overrides every setting with which a repository could make a local command run a program. */
export const safeSettings: readonly GitSetting[] = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.askPass", ""],
  ["core.pager", "cat"],
  ["core.editor", "false"],
  ["core.alternateRefsCommand", "true"],
  ["credential.helper", ""],
  ["diff.external", ""],
  // A directory that only looks like a repository is not used as one.
  ["safe.bareRepository", "explicit"],
  ["submodule.recurse", "false"],
  ["fetch.fsckObjects", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
];

/**
 * @param home the home directory for Git; a directory without Git files
 * @param settings override any configuration; they are passed in the environment, which other users
 *   of the machine cannot read
 */
export function createGitEnvironment(
  home: string,
  settings: readonly GitSetting[],
): Record<string, string> {
  const env: Record<string, string> = {
    ...getInheritedVariables(),
    HOME: home,
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    GIT_PAGER: "cat",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_CONFIG_COUNT: String(settings.length),
  };
  for (const [index, [key, value]] of settings.entries()) {
    env[`GIT_CONFIG_KEY_${index}`] = key;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return env;
}

function getInheritedVariables(): Record<string, string> {
  return Object.fromEntries(
    inheritedNames.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * Starts git. Emits "error" with the code ENOENT if it is not installed.
 * @param env from `createGitEnvironment`
 */
export function startGit(
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
  },
): PipedProgram {
  return startPiped("git", args, options);
}

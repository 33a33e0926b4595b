/** `.gitbook.yaml`: content root of a repository, and redirects of its space. */
import { readYaml } from "../yaml.ts";
import { longestSettings, mostRedirects } from "./limits.ts";
import { isOutsideGit, joinPath, resolvePath } from "./paths.ts";

export const settingsName = ".gitbook.yaml";

/** Paths from the repository root. */
export interface ProjectPaths {
  readonly settings: string;
  /** Base folder of page locations. */
  readonly root: string;
  readonly readme: string;
  readonly summary: string;
}

/** An error in the settings; an import refuses them unless it is a `mistake`. */
export interface SettingsFault {
  readonly reason: "failed" | "too-large" | "mistake";
  /** One sentence. */
  readonly message: string;
  /** Path of the value, outermost name first. */
  readonly at: readonly string[];
}

export interface RepositorySettings {
  readonly paths: ProjectPaths;
  /** As written; targets are not checked. */
  readonly redirects: Readonly<Record<string, string>>;
  readonly faults: readonly SettingsFault[];
}

/** Known fields, including nested ones. */
const members: Readonly<Record<string, readonly string[] | undefined>> = {
  root: undefined,
  structure: ["readme", "summary"],
  redirects: undefined,
};

/**
 * Parses as much as possible; an invalid field gets its default.
 * @param directory project folder, "" for the whole repository
 * @param text undefined if there is no such file
 */
export function readSettings(directory: string, text: string | undefined): RepositorySettings {
  const faults: SettingsFault[] = [];
  const value = text === undefined ? {} : parsed(text, faults);
  const { root, structure, redirects = null } = asObject(value);
  const getConfiguredPath = (
    folder: string,
    writtenPath: unknown,
    name: string,
    usual: string,
  ): string => {
    const written = writtenPath ?? usual;
    const path =
      typeof written === "string" ? resolvePath("", written.replace(/^\/+/, "")) : undefined;
    if (path !== undefined && isOutsideGit(path)) return joinPath(folder, path);
    faults.push({
      reason: "failed",
      message: `${name} of ${settingsName} is not a folder inside the project. Use a path such as ./docs.`,
      at: name.split("."),
    });
    return joinPath(folder, usual);
  };
  const folder = getConfiguredPath(directory, root, "root", "");
  const { readme, summary } = asObject(structure);
  const paths = {
    settings: joinPath(directory, settingsName),
    root: folder,
    readme: getConfiguredPath(folder, readme, "structure.readme", "README.md"),
    summary: getConfiguredPath(folder, summary, "structure.summary", "SUMMARY.md"),
  };
  const read = redirectsIn(redirects, faults);
  return { paths, redirects: read, faults: [...faults, ...mistakesIn(value)] };
}

/** Target file of a redirect, below the content root. */
export function redirectTarget(to: string): string {
  return to.replace(/#.*$/s, "").replace(/^(?:\.?\/)+/, "");
}

function redirectsIn(value: unknown, faults: SettingsFault[]): Readonly<Record<string, string>> {
  if (value === null) return {};
  const pairs = Object.entries(asObject(value));
  if (pairs.length > mostRedirects) {
    const message = `${settingsName} has ${pairs.length} redirects; the maximum is ${mostRedirects}.`;
    faults.push({ reason: "too-large", message, at: ["redirects"] });
  }
  const isValid = typeof value === "object" && !Array.isArray(value);
  const wrong = pairs.find(([, to]) => typeof to !== "string");
  if (!isValid || wrong) {
    const which = wrong ? ` The redirect from ${wrong[0]} has no file.` : "";
    faults.push({
      reason: "failed",
      message: `redirects of ${settingsName} must consist of lines such as previous/page: new-folder/page.md.${which}`,
      at: ["redirects", ...(wrong ? [wrong[0]] : [])],
    });
  }
  return Object.fromEntries(
    pairs.flatMap(([from, to]) => (typeof to === "string" ? [[from, to]] : [])),
  );
}

/** Unknown fields, which an import ignores. */
function mistakesIn(value: unknown): SettingsFault[] {
  if (value !== null && !isObject(value)) {
    const message = `${settingsName} must consist of names and values, such as root: ./docs.`;
    return [{ reason: "mistake", message, at: [] }];
  }
  const unknown = (node: unknown, allowedFields: readonly string[], at: readonly string[]) =>
    Object.keys(asObject(node))
      .filter((name) => !allowedFields.includes(name))
      .map((name): SettingsFault => {
        const path = [...at, name];
        const message = `${settingsName} has the unknown field ${path.join(".")}. Allowed fields: ${allowedFields.map((one) => [...at, one].join(".")).join(", ")}.`;
        return { reason: "mistake", message, at: path };
      });
  const { structure = null } = asObject(value);
  const isWrong = structure !== null && !isObject(structure);
  return [
    ...unknown(value, Object.keys(members), []),
    ...unknown(structure, members.structure ?? [], ["structure"]),
    ...(isWrong
      ? [
          {
            reason: "mistake" as const,
            message: `structure of ${settingsName} must have the fields readme and summary.`,
            at: ["structure"],
          },
        ]
      : []),
  ];
}

function parsed(text: string, faults: SettingsFault[]): unknown {
  try {
    if (text.length > longestSettings) {
      throw new Error(`it has more than ${longestSettings} characters`);
    }
    return readYaml(text);
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    const message = `${settingsName} cannot be read: ${why.replace(/[:.]$/, "")}.`;
    faults.push({ reason: "failed", message, at: [] });
    return null;
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `.gitbook.yaml`: content root of a repository, and redirects of its space. */
import { readYaml } from "../yaml.ts";
import { longestSettings, mostRedirects } from "./import-limits.ts";
import { findInvisibleCharacters, showInvisibleCharacters } from "./invisible-characters.ts";
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
  /** From 1; by default the line of the value. */
  readonly line?: number;
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
  const value = text === undefined ? {} : parseSettings(text, faults);
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
  const read = readRedirects(redirects, faults);
  return { paths, redirects: read, faults: [...faults, ...listMistakes(value, text ?? "")] };
}

/**
 * The path of a redirect's source, as visitors request it: `./old` is `old`.
 * @returns undefined for a source that starts with a slash, which would be the path of a whole site
 */
export function redirectSource(from: string): string | undefined {
  return from.startsWith("/") ? undefined : from.replace(/^(?:\.\/+)+/, "");
}

/** Target file of a redirect, below the content root. */
export function redirectTarget(to: string): string {
  return to.replace(/#.*$/s, "").replace(/^(?:\.?\/)+/, "");
}

function readRedirects(value: unknown, faults: SettingsFault[]): Readonly<Record<string, string>> {
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

/** Unknown fields, which an import ignores, and names with invisible characters. */
function listMistakes(value: unknown, text: string): SettingsFault[] {
  if (value !== null && !isObject(value)) {
    const message = `${settingsName} must consist of names and values, such as root: ./docs.`;
    return [{ reason: "failed", message, at: [], ...describeInvisible(message, text) }];
  }
  const unknown = (node: unknown, allowedFields: readonly string[], at: readonly string[]) =>
    Object.keys(asObject(node))
      .filter((name) => !allowedFields.includes(name))
      .map((name): SettingsFault => {
        const path = [...at, name];
        const [sign] = findInvisibleCharacters(name);
        if (sign) return nameInvisible(path, `The field ${path.join(".")}`, sign.name);
        const message = `${settingsName} has the unknown field ${path.join(".")}. Allowed fields: ${allowedFields.map((one) => [...at, one].join(".")).join(", ")}.`;
        return { reason: "mistake", message, at: path };
      });
  const { root, structure = null, redirects } = asObject(value);
  const { readme, summary } = asObject(structure);
  const values: readonly (readonly [readonly string[], string, unknown])[] = [
    [["root"], "The value of root", root],
    [["structure", "readme"], "The value of structure.readme", readme],
    [["structure", "summary"], "The value of structure.summary", summary],
    ...Object.keys(asObject(redirects)).map(
      (from) => [["redirects", from], `The redirect from ${from}`, from] as const,
    ),
  ];
  const hidden = values.flatMap(([path, subject, one]): SettingsFault[] => {
    const [sign] = typeof one === "string" ? findInvisibleCharacters(one) : [];
    return sign ? [nameInvisible(path, subject, sign.name)] : [];
  });
  const isWrong = structure !== null && !isObject(structure);
  return [
    ...unknown(value, Object.keys(members), []),
    ...unknown(structure, members.structure ?? [], ["structure"]),
    ...hidden,
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

function parseSettings(text: string, faults: SettingsFault[]): unknown {
  try {
    if (text.length > longestSettings) {
      throw new Error(`it has more than ${longestSettings} characters`);
    }
    return readYaml(text);
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    const message = `${settingsName} cannot be read: ${why.replace(/[:.]$/, "")}.`;
    faults.push({ reason: "failed", message, at: [], ...describeInvisible(message, text) });
    return null;
  }
}

function nameInvisible(at: readonly string[], subject: string, sign: string): SettingsFault {
  const shown = showInvisibleCharacters(subject);
  const message = `${shown} in ${settingsName} contains an invisible character: ${sign}. Remove it.`;
  return { reason: "mistake", message, at };
}

function withoutComment(line: string): string {
  const at = line.search(/(?:^|[ \t])#/);
  return at < 0 ? line : line.slice(0, at);
}

/** The first invisible character outside of comments, for a text that cannot be read. */
function describeInvisible(
  message: string,
  text: string,
): Pick<SettingsFault, "message" | "line"> | undefined {
  for (const [index, line] of text
    .replace(/^\ufeff/, "")
    .split("\n")
    .entries()) {
    const [sign] = findInvisibleCharacters(withoutComment(line));
    if (!sign) continue;
    const detail = `Line ${index + 1} contains an invisible character: ${sign.name}. Replace it with a space or remove it.`;
    return { message: `${message} ${detail}`, line: index + 1 };
  }
  return undefined;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `tome agent setup`: installs the skill, and registers `tome mcp`, for programs of agents. */
import { access, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { FileRefusedError } from "../../files/file-rules.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { saveInFolder } from "../../files/save-in-folder.ts";
import { toCanonicalText } from "../../json/canonical.ts";
import { readExactly } from "../../json/exact-reading.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { asObject, isObject } from "../../json/values.ts";
import { type AgentProgram, type AgentProgramName, type AgentScope, programs } from "./programs.ts";
import { writeSkill } from "./skill.ts";

interface SetupInput {
  readonly client?: readonly AgentProgramName[] | undefined;
  readonly project?: boolean | undefined;
  readonly user?: boolean | undefined;
  readonly allow?: "write" | "delete" | undefined;
  readonly status?: boolean | undefined;
  readonly remove?: boolean | undefined;
}

const columns: readonly PrintedColumn[] = [
  { header: "CLIENT", path: "client" },
  { header: "PART", path: "part" },
  { header: "STATE", path: "state" },
  { header: "PERMISSION", path: "permission" },
  { header: "FILE", path: "file" },
];

/** "missing", "outdated" or "current" before the command; the others are what it did. */
type PartState = "missing" | "outdated" | "current" | "installed" | "updated" | "removed";

/** A file with a part of tome. */
interface SetupPart {
  readonly part: "skill" | "server";
  /** Relative to the folder of the scope. */
  readonly file: string;
  /** The content with the part, from the current content; undefined to delete the file. */
  readonly withPart: (text: string | undefined) => string | undefined;
  readonly withoutPart: (text: string) => string | undefined;
  /** The content with a server that is started with these words; undefined for the skill. */
  readonly toFile?: (words: readonly string[], text: string) => string;
}

type ServerPermission = "read-only" | "write" | "delete";

/** The words that start a server, by the changes that it permits. */
const serverWords: Readonly<Record<ServerPermission, readonly string[]>> = {
  "read-only": ["tome", "mcp"],
  write: ["tome", "mcp", "--allow", "write"],
  delete: ["tome", "mcp", "--allow", "delete"],
};
const permissions = ["read-only", "write", "delete"] as const;

/**
 * The changes that the server in a file permits; undefined without a server of tome. An entry of
 * another author can start any program, so only the entries of this command count.
 */
function findPermission(
  { toFile }: SetupPart,
  text: string | undefined,
): ServerPermission | undefined {
  if (toFile === undefined || text === undefined) return undefined;
  return permissions.find((one) => toFile(serverWords[one], text) === text);
}

export async function setUpAgent(context: Context, input: SetupInput): Promise<Result> {
  if (input.project === true && input.user === true) {
    throw new UsageError(
      "Specify either --project or --user, not both.",
      "tome agent setup --help",
    );
  }
  const scope: AgentScope = input.user === true ? "user" : "project";
  const folder = scope === "user" ? (context.env.HOME ?? homedir()) : context.cwd;
  const names = input.client ?? (await detectPrograms(folder));
  if (names.length === 0) {
    throw new UsageError(
      `No agent was found in ${folder}. Name one with --client.`,
      `tome agent setup --client ${programNames[0]}`,
    );
  }
  const rows: JsonObject[] = [];
  for (const name of new Set(names)) {
    for (const part of listParts(programs[name], scope, context.version, input.allow)) {
      const { state, text } = await treatPart(folder, part, input);
      const permission = findPermission(part, text) ?? null;
      rows.push({
        client: name,
        part: part.part,
        state,
        permission,
        file: join(folder, part.file),
      });
    }
  }
  const isChanged = rows.some(({ state }) => state === "installed" || state === "updated");
  return {
    list: [rows],
    columns,
    none: "",
    notes: () =>
      isChanged ? ["Restart the program, and check with: tome agent setup --status"] : [],
  };
}

async function detectPrograms(folder: string): Promise<AgentProgramName[]> {
  const found: AgentProgramName[] = [];
  for (const name of programNames) {
    const { signs } = programs[name];
    const exists = await Promise.all(signs.map((sign) => hasFile(join(folder, sign))));
    if (exists.includes(true)) found.push(name);
  }
  return found;
}

function isProgramName(name: string): name is AgentProgramName {
  return Object.hasOwn(programs, name);
}

const programNames = Object.keys(programs).filter(isProgramName);

function hasFile(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function listParts(
  program: AgentProgram,
  scope: AgentScope,
  version: string,
  allow: SetupInput["allow"],
): readonly SetupPart[] {
  const skill: SetupPart = {
    part: "skill",
    file: `${program.skills}/tome/SKILL.md`,
    withPart: () => writeSkill(version),
    withoutPart: () => undefined,
  };
  const file = program.settings[scope];
  if (file === undefined) return [skill];
  const { servers, format } = program;
  const change = format === "toml" ? changeToml : changeJson;
  const toFile = (words: readonly string[], text: string) =>
    change(text, servers, program.toServer(words), file);
  const server: SetupPart = {
    part: "server",
    file,
    toFile,
    withPart(text = "") {
      // Without --allow, an existing server keeps its permission.
      const current = findPermission(server, text) ?? "read-only";
      return toFile(serverWords[allow ?? current], text);
    },
    withoutPart: (text) => change(text, servers, undefined, file),
  };
  return [skill, server];
}

/**
 * @returns the state, and the content of the file afterwards
 * @throws UsageError for settings that cannot be read
 */
async function treatPart(
  folder: string,
  { file, withPart, withoutPart }: SetupPart,
  { status, remove }: SetupInput,
): Promise<{ readonly state: PartState; readonly text: string | undefined }> {
  const files = openForeignFolder(folder);
  // A checkout can contain a link to a file of the user, a pipe or a device of this name.
  const text = await files.readText(file).catch((error: unknown) => {
    if (error instanceof FileRefusedError && error.fileRule === "missing") return undefined;
    throw error;
  });
  const without = text === undefined ? undefined : withoutPart(text);
  const isMissing = text === undefined || without === text;
  if (remove === true) {
    if (isMissing) return { state: "missing", text };
    await save(folder, file, without);
    return { state: "removed", text: without };
  }
  const desired = withPart(text);
  if (desired === text) return { state: "current", text };
  if (status === true) return { state: isMissing ? "missing" : "outdated", text };
  await save(folder, file, desired);
  return { state: isMissing ? "installed" : "updated", text: desired };
}

async function save(folder: string, file: string, text: string | undefined): Promise<void> {
  if (text === undefined) return rm(join(folder, file), { force: true });
  await saveInFolder(folder, [{ name: file, content: text }], { force: true });
}

/** Settings in JSON with another entry of tome, or without one. The text stays if nothing changes. */
function changeJson(
  text: string,
  servers: string,
  entry: JsonObject | undefined,
  file: string,
): string {
  const settings = parseSettings(text, file);
  const { tome, ...others } = asObject(settings[servers]);
  const isSame = toCanonicalText(tome ?? null) === toCanonicalText(entry ?? null);
  if (isSame) return text;
  const changed = {
    ...settings,
    [servers]: entry === undefined ? others : { ...others, tome: entry },
  };
  return `${writeJson(changed, 2)}\n`;
}

function parseSettings(text: string, file: string): JsonObject {
  if (text.trim() === "") return {};
  try {
    const value = readExactly(text);
    if (isObject(value)) return value;
  } catch {
    // The error below names the file.
  }
  throw new UsageError(
    `${file} is not a JSON object, so tome does not change it. Add the server "tome" with the command: tome mcp.`,
  );
}

/** The same in TOML, where the entry is a separate table. */
function changeToml(text: string, servers: string, entry: JsonObject | undefined): string {
  const lines = text.split("\n");
  const start = lines.indexOf(`[${servers}.tome]`);
  const after = lines.findIndex((line, index) => index > start && line.startsWith("["));
  const end = after === -1 ? lines.length : after;
  const rest = start === -1 ? lines : [...lines.slice(0, start), ...lines.slice(end)];
  const members = Object.entries(entry ?? {}).map(
    ([name, value]) => `${name} = ${writeJson(value)}`,
  );
  const own = entry === undefined ? [] : [`[${servers}.tome]`, ...members];
  const current = start === -1 ? [] : lines.slice(start, end).filter((line) => line.trim() !== "");
  if (current.join("\n") === own.join("\n")) return text;
  const before = rest.join("\n").trimEnd();
  if (own.length === 0) return before === "" ? "" : `${before}\n`;
  return `${before === "" ? "" : `${before}\n\n`}${own.join("\n")}\n`;
}

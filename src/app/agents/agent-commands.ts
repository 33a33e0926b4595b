/** Execution of commands for an agent: the same program, with restrictions and captured output. */
import { Readable } from "node:stream";
import type { AgentCommands, AgentOutcome, JsonValue } from "../../context.ts";
import { readExactly } from "../../json/exact-reading.ts";
import { quoteLiterally } from "../../json/shell-word.ts";
import { asObject } from "../../json/values.ts";
import { listFlags, takesYes } from "../parse/global-flags.ts";
import type { Machine, Program } from "../run/machine.ts";
import { openCapture } from "../run/nested-command.ts";
import { type AgentLine, fixTimes, toInputSchema, toWords } from "./agent-input.ts";
import { type CatalogCommand, findCatalogCommand, loadCatalog, searchCatalog } from "./catalog.ts";

/** Shared flags that commands take over from the command that serves the agent. */
const inheritedFlags = ["profile", "local", "base-url", "timeout", "retries"];

/**
 * @param main the program, which runs the commands
 * @param shared the shared flags of the command that serves the agent
 */
export function openAgentCommands(
  machine: Machine,
  main: Program,
  shared: ReadonlyMap<string, string | true>,
): AgentCommands {
  const inherited = inheritedFlags.flatMap((name) => {
    const value = shared.get(name);
    return value === undefined ? [] : [value === true ? `--${name}` : `--${name}=${value}`];
  });
  let loaded: ReturnType<typeof loadCatalog> | undefined;
  const catalog = () => {
    loaded ??= loadCatalog();
    return loaded;
  };
  const find = async (name: string) => findCatalogCommand(await catalog(), name);
  return {
    find: async (query, most) =>
      searchCatalog(await catalog(), query, most).map(({ verb: _, ...entry }) => entry),
    async get(name) {
      const { verb: _, ...entry } = await find(name);
      return entry;
    },
    async describe(name) {
      const { verb, ...entry } = await find(name);
      const input = toInputSchema(verb);
      const names = Object.keys(asObject(input.properties));
      return { ...entry, input, examples: verb.examples.filter((one) => isPossible(one, names)) };
    },
    async readPath(path, client) {
      const delegation = { isReadOnly: true, files: new Map<string, string>(), client };
      const line = ["api", "GET", path, "--json", "--no-input", ...inherited];
      const { code, value } = await runCaptured(line, { ...machine, delegation }, main);
      return code === 0 ? value : undefined;
    },
    fixInput: async (name, input) => fixTimes(await find(name), input),
    toLine: async (name, input) => formatLine(toWords(await find(name), input, inherited)),
    async run({ command, input, mode, limit, fields, isBrief = false }, client) {
      const entry = await find(command);
      const { words, files } = toWords(entry, input, []);
      const flags = [
        ...(fields === undefined ? ["--json"] : [`--json=${fields}`]),
        "--no-input",
        ...inherited,
        ...(limit !== undefined && isList(entry) ? [`--limit=${limit}`] : []),
        ...(mode === "describe" ? ["--dry-run"] : []),
        ...(mode === "write" && takesYes(entry.verb) ? ["--yes"] : []),
      ];
      const nameLength = entry.name.split(" ").length;
      const line = [...words.slice(0, nameLength), ...flags, ...words.slice(nameLength)];
      const isReadOnly = mode !== "write";
      const delegation = { isReadOnly, files, client, isBrief };
      return runCaptured(line, { ...machine, delegation }, main);
    },
  };
}

/** Whether an example has only flags that agents can set. */
function isPossible(example: string, names: readonly string[]): boolean {
  const flags = [...example.matchAll(/ --(?:no-)?([a-z-]+)/g)].map(([, flag = ""]) => flag);
  return flags.every((flag) => names.includes(flag) || flag === "json" || flag === "limit");
}

function isList({ verb }: CatalogCommand): boolean {
  return listFlags(verb, false, false).some(({ long }) => long === "limit");
}

/** The command line as a user would type it, with the text of its file as a here-document. */
function formatLine({ typedWords, files }: AgentLine): string {
  const line = ["tome", ...typedWords.map(quoteLiterally)].join(" ");
  const [text] = files.values();
  if (text === undefined) return line;
  let end = "END";
  while (text.split("\n").includes(end)) end += "_";
  return `${line} <<'${end}'\n${text.replace(/\n$/, "")}\n${end}`;
}

async function runCaptured(
  args: readonly string[],
  machine: Machine,
  main: Program,
): Promise<AgentOutcome> {
  const out = openCapture();
  const err = openCapture();
  const code = await main(args, {
    ...machine,
    stdin: Readable.from([]),
    stdout: out.stream,
    stderr: err.stream,
    env: { ...machine.env, NO_COLOR: "1", TOME_AGENT: "1" },
  });
  return { code, value: toValue(out.text()), notes: err.text().trim() };
}

function toValue(text: string): JsonValue {
  if (text.trim() === "") return null;
  try {
    return readExactly(text);
  } catch {
    return text;
  }
}

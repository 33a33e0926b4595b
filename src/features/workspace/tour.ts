/** `tome tour`: real commands in a temporary workspace. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Context, Result } from "../../context.ts";
import { IncompleteError } from "../../errors.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";

/** A command line. */
interface TourStep {
  /** Printed before it. */
  readonly say?: string;
  /** The command line as typed; absent for the command suggested by the previous hint. */
  readonly type?: string;
  /** Expected exit code other than 0. */
  readonly ends?: number;
  /** Executed without being shown: the actions of another user. */
  readonly unseen?: true;
}

const formatPhones = (ingest: number, writers: string) => `| Team | Channel | Phone |
| --- | --- | --- |
| Ingest | \`#ingest\` | ${ingest} |
| Database | \`#data\` | 4712 |
| Documentation | \`#docs\` | ${writers} |
`;

const files = {
  "phones.md": formatPhones(4711, "4713"),
  "theirs.md": formatPhones(5011, "4712"),
  "both.md": formatPhones(5011, "4713"),
};

const space = '--space "On-call handbook"';
const page = `${space} --page who-to-call`;

export const steps: readonly TourStep[] = [
  {
    say: "The local platform needs no account and no network. tome local seed loads sample data.",
    type: "tome auth switch local",
  },
  { type: "tome local seed", unseen: true },
  { type: "tome tree" },
  { type: `tome cr create ${space} --subject "A phone for us"`, unseen: true },
  { type: `tome cr edit 1 ${page} --file phones.md`, unseen: true },
  {
    say: "Show the changes of a change request. Titles, paths and numbers identify resources.",
    type: `tome cr diff 1 ${space}`,
  },
  { type: `tome cr create ${space} --subject "New numbers"`, unseen: true },
  { type: `tome cr edit 2 ${page} --file theirs.md`, unseen: true },
  { type: `tome cr merge 2 ${space}`, unseen: true },
  {
    say: "Meanwhile, another user has merged a change to the same page.",
    type: `tome cr merge 1 ${space}`,
    ends: 6,
  },
  {
    say: "Keep the space's version of the conflicting block, then make the change in it.",
    type: `tome cr pull 1 ${space} --keep space`,
  },
  { type: `tome cr edit 1 ${page} --file both.md`, unseen: true },
  { type: `tome cr merge 1 ${space}` },
  {
    say: "Check in a pipeline: the exit code is 10 if links are broken.",
    type: 'tome space links "User guide" --status broken --fail',
    ends: 10,
  },
];

export async function runTour(context: Context): Promise<Result> {
  const { terminal } = context;
  const folder = mkdtempSync(join(tmpdir(), "tome-tour-"));
  try {
    const target = openForeignFolder(folder);
    for (const [name, text] of Object.entries(files)) await target.create(name, text);
    const env = isolateEnvironment(context.env, folder);
    let last = { output: "", code: 0 };
    for (const { say, type = findHint(last.output), ends = 0, unseen } of steps) {
      if (say !== undefined) await terminal.write(formatComment(say, terminal));
      if (unseen === undefined) await terminal.write(`${terminal.style.bold(`$ ${type}`)}\n`);
      const [, ...args] = listWords(type);
      last = await context.runLine(args, { env, cwd: folder });
      if (unseen === undefined) await terminal.write(last.output);
      if (last.code !== ends) {
        throw new IncompleteError(
          "failed",
          `The tour stopped: tome ${args.join(" ")} exited with ${last.code} instead of ${ends}.`,
        );
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const { bold } = terminal.style;
  const last =
    "The temporary workspace has been deleted. To get a permanent one, or to use your account, run:";
  await terminal.write(`${formatComment(last, terminal)}${bold("tome auth switch local && tome local seed")}
${bold("tome auth login")}
`);
  return undefined;
}

/** Wraps a sentence as a shell comment. */
function formatComment(text: string, { width, style }: Context["terminal"]): string {
  const lines = text.match(new RegExp(`.{1,${width - 2}}(?: |$)`, "g")) ?? [text];
  return lines.map((line) => `${style.dim(`# ${line.trimEnd()}`)}\n`).join("");
}

/** Redirects settings, data and caches to the folder. */
function isolateEnvironment(env: Context["env"], folder: string): Context["env"] {
  const inherited = Object.entries(env).filter(([name]) => !/^(?:TOME|GITBOOK|GITHUB)_/.test(name));
  return {
    ...Object.fromEntries(inherited),
    // On systems without XDG folders, all paths derive from these.
    HOME: folder,
    USERPROFILE: folder,
    APPDATA: join(folder, "settings"),
    LOCALAPPDATA: join(folder, "data"),
    XDG_CONFIG_HOME: join(folder, "settings"),
    XDG_DATA_HOME: join(folder, "data"),
    XDG_STATE_HOME: join(folder, "state"),
    XDG_CACHE_HOME: join(folder, "cache"),
  };
}

/** The command of the hint in the output, ignoring colors. */
function findHint(output: string): string {
  return /hint: (tome .+)/.exec(stripVTControlCharacters(output))?.[1] ?? "";
}

/** @param line with shell quotes, and no other shell syntax */
export function listWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
}

/** Carries out a composite action as GitHub's runner does: step by step, each with its own environment. */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import * as z from "zod/mini";

const texts = z.record(z.string(), z.string());
const Action = z.looseObject({
  inputs: z.record(
    z.string(),
    z.strictObject({ description: z.string(), default: z.optional(z.string()) }),
  ),
  runs: z.strictObject({
    using: z.literal("composite"),
    steps: z.array(
      z.strictObject({
        name: z.string(),
        id: z.optional(z.string()),
        if: z.optional(z.string()),
        uses: z.optional(z.string()),
        with: z.optional(texts),
        shell: z.optional(z.string()),
        env: z.optional(texts),
        run: z.optional(z.string()),
      }),
    ),
  }),
});

export interface ActionStep {
  readonly name: string;
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What the step was given beside the environment of the job. */
  readonly env: Readonly<Record<string, string>>;
}

/** Where it runs: the folder of the repository, a folder for temporary files, the environment of the job. */
interface Runner {
  readonly workspace: string;
  readonly temporary: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Actions of others are not run: what they are given is returned as the step's environment.
 * @param file the action
 * @returns the steps that ran; one that fails is the last
 */
export async function runAction(
  file: string,
  given: Readonly<Record<string, string>>,
  runner: Runner,
): Promise<readonly ActionStep[]> {
  const { inputs, runs } = Action.parse(parse(readFileSync(file, "utf8")));
  const unknown = Object.keys(given).filter((name) => !(name in inputs));
  if (unknown.length > 0) throw new Error(`The action has no input ${unknown.join(", ")}.`);
  const known = new Map<string, string>([
    ["runner.temp", runner.temporary],
    ["runner.os", "Linux"],
    ["runner.arch", "X64"],
    ...Object.entries(runner.env).map(([name, value]) => [`env.${name}`, value] as const),
    ...Object.entries(inputs).map(
      ([name, input]) => [`inputs.${name}`, given[name] ?? input.default ?? ""] as const,
    ),
  ]);
  mkdirSync(runner.temporary, { recursive: true });
  let path = process.env.PATH ?? "";
  const ran: ActionStep[] = [];
  for (const step of runs.steps) {
    if (step.if !== undefined && meaningOf(step.if, known) !== "true") continue;
    const env = filled(step.env ?? step.with ?? {}, known);
    if (step.run === undefined) {
      ran.push({ name: step.name, code: 0, stdout: "", stderr: "", env });
      continue;
    }
    if (step.shell !== "bash") throw new Error(`${step.name} names no shell.`);
    const files = { GITHUB_OUTPUT: "output", GITHUB_PATH: "path", GITHUB_STEP_SUMMARY: "summary" };
    const commands = filled(files, new Map());
    for (const [name, own] of Object.entries(commands)) {
      commands[name] = join(runner.temporary, `${step.name}-${own}`);
      writeFileSync(commands[name], "");
    }
    const script = join(runner.temporary, "script.sh");
    writeFileSync(script, step.run);
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
      cwd: runner.workspace,
      env: { ...runner.env, PATH: path, GITHUB_ACTIONS: "true", CI: "true", ...commands, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.once("close", resolve)),
    ]);
    ran.push({ name: step.name, code, stdout, stderr, env });
    if (code !== 0) break;
    for (const line of linesOf(commands.GITHUB_PATH)) path = `${line}:${path}`;
    for (const line of linesOf(commands.GITHUB_OUTPUT)) {
      const [name, ...value] = line.split("=");
      known.set(`steps.${step.id}.outputs.${name}`, value.join("="));
    }
  }
  return ran;
}

const linesOf = (file = "") => readFileSync(file, "utf8").split("\n").filter(Boolean);

function filled(values: Readonly<Record<string, string>>, known: ReadonlyMap<string, string>) {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    value.replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => meaningOf(expression, known)),
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Of what expressions can be: a name, `a || b`, and `a != ''`. */
function meaningOf(expression: string, known: ReadonlyMap<string, string>): string {
  const [one = "", other] = expression.split(" || ");
  if (other !== undefined) return meaningOf(one, known) || meaningOf(other, known);
  const compared = /^(\S+) != ''$/.exec(expression)?.[1];
  if (compared !== undefined) return String(meaningOf(compared, known) !== "");
  if (!/^(?:env|inputs|runner|steps)\.[\w.-]+$/.test(expression)) {
    throw new Error(`What does ${expression} mean?`);
  }
  return known.get(expression) ?? "";
}

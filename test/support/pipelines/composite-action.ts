/** Runs a composite action as GitHub's runner does, with a separate environment for each step. */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import * as z from "zod/mini";
import { evaluate, fill } from "./github-expressions.ts";

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
  /** Environment variables of the step, in addition to those of the job. */
  readonly env: Readonly<Record<string, string>>;
}

/** The repository folder, the folder for temporary files, and the environment of the job. */
interface Runner {
  readonly workspace: string;
  readonly temporary: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Third-party actions are not run; their inputs are returned as the environment of the step.
 * @param file the action file
 * @returns the executed steps; a failed step is the last one
 */
export async function runAction(
  file: string,
  given: Readonly<Record<string, string>>,
  runner: Runner,
): Promise<readonly ActionStep[]> {
  const { inputs, runs } = Action.parse(parse(readFileSync(file, "utf8")));
  const unknown = Object.keys(given).filter((name) => !(name in inputs));
  if (unknown.length > 0) throw new Error(`The action has no input ${unknown.join(", ")}.`);
  const defaults = Object.entries(inputs).map(([name, input]) => [name, input.default ?? ""]);
  const steps: Record<string, { readonly outputs: Record<string, string> }> = {};
  const contexts = () => ({
    runner: { temp: runner.temporary, os: "Linux", arch: "X64" },
    env: runner.env,
    inputs: { ...Object.fromEntries(defaults), ...given },
    steps,
  });
  mkdirSync(runner.temporary, { recursive: true });
  let path = process.env.PATH ?? "";
  const ran: ActionStep[] = [];
  for (const step of runs.steps) {
    if (step.if !== undefined && evaluate(step.if, contexts()) !== "true") continue;
    const env = fill(step.env ?? step.with ?? {}, contexts());
    if (step.run === undefined) {
      ran.push({ name: step.name, code: 0, stdout: "", stderr: "", env });
      continue;
    }
    if (step.shell !== "bash") throw new Error(`${step.name} names no shell.`);
    const commands: Record<string, string> = {};
    for (const name of ["GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY"]) {
      commands[name] = join(runner.temporary, `${step.name}-${name}`);
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
    for (const line of listLines(commands.GITHUB_PATH)) path = `${line}:${path}`;
    if (step.id !== undefined) steps[step.id] = { outputs: listPairs(commands.GITHUB_OUTPUT) };
  }
  return ran;
}

const listLines = (file = "") => readFileSync(file, "utf8").split("\n").filter(Boolean);

function listPairs(file: string | undefined): Record<string, string> {
  return Object.fromEntries(listLines(file).map((line) => line.split(/=(.*)/s).slice(0, 2)));
}

/** GitHub's own parser of workflows and actions, which says what they would refuse. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "rolldown";
import { afterAll } from "vitest";
import { root } from "../bin/built.ts";

type Workflows = typeof import("@actions/workflow-parser");
type Actions = typeof import("@actions/workflow-parser/actions/action-parser");

/** Opens it, for the tests of one file. */
export async function openGitHubParser() {
  const folder = mkdtempSync(join(tmpdir(), "tome-github-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  // It imports its schema as JSON in a way that Node does not take, and a bundler does.
  const dist = join(root, "node_modules", "@actions", "workflow-parser", "dist");
  await build({
    input: { workflows: join(dist, "index.js"), actions: join(dist, "actions", "index.js") },
    platform: "node",
    output: { dir: folder, entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" },
    logLevel: "silent",
  });
  const load = (name: string) => import(pathToFileURL(join(folder, name)).href);
  const workflows: Workflows = await load("workflows.mjs");
  const actions: Actions = await load("actions.mjs");
  const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = workflows;
  return {
    /** What is wrong with a workflow. */
    async faultsOfWorkflow(text: string): Promise<readonly string[]> {
      const file = { name: ".github/workflows/ours.yml", content: text };
      const { context, value } = parseWorkflow(file, new NoOperationTraceWriter());
      if (value !== undefined) await convertWorkflowTemplate(context, value);
      return context.errors.getErrors().map(({ message }) => message);
    },
    /** What is wrong with an action. */
    faultsOfAction(text: string): readonly string[] {
      const file = { name: "action.yml", content: text };
      const { context } = actions.parseAction(file, new NoOperationTraceWriter());
      return context.errors.getErrors().map(({ message }) => message);
    },
  };
}

/** Validation of workflows and actions with GitHub's parser. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "rolldown";
import { afterAll } from "vitest";
import { root } from "../../bin/built.ts";

type Workflows = typeof import("@actions/workflow-parser");
type Actions = typeof import("@actions/workflow-parser/actions/action-parser");

/** Loads the parser for the tests of a file. */
export async function openGitHubParser() {
  const folder = mkdtempSync(join(tmpdir(), "tome-github-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  // The parser imports JSON in a way that Node does not support, so it is bundled.
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
    /** The errors in a workflow. */
    async faultsOfWorkflow(text: string): Promise<readonly string[]> {
      const file = { name: ".github/workflows/ours.yml", content: text };
      const { context, value } = parseWorkflow(file, new NoOperationTraceWriter());
      if (value !== undefined) await convertWorkflowTemplate(context, value);
      return context.errors.getErrors().map(({ message }) => message);
    },
    /** The errors in an action. */
    faultsOfAction(text: string): readonly string[] {
      const file = { name: "action.yml", content: text };
      const { context } = actions.parseAction(file, new NoOperationTraceWriter());
      return context.errors.getErrors().map(({ message }) => message);
    },
  };
}

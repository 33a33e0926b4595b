/** Entry point of pooled threads: loads the script of a task, and reports when it is loaded. */
import { fileURLToPath } from "node:url";
import type { MessagePort } from "node:worker_threads";

export interface ThreadTask {
  /** The URL of the script. */
  readonly script: string;
  /** The name of the function that it exports. */
  readonly name: string;
  readonly input: unknown;
  /** Receives a message once the script is loaded. */
  readonly loaded: MessagePort;
}

export async function runThreadTask({ script, name, input, loaded }: ThreadTask): Promise<unknown> {
  // The build is CommonJS: its import() is require(), which takes a path.
  const module = script.endsWith(".js") ? fileURLToPath(script) : script;
  const exported: Readonly<Record<string, (input: unknown) => unknown>> = await import(module);
  loaded.postMessage("loaded");
  loaded.close();
  return exported[name]?.(input);
}

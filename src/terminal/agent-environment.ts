/** Detection of an agent that runs tome, from the variables that programs of agents document. */

/** Set by these programs for the commands that they run. */
const variables = [
  "AI_AGENT",
  "CLAUDECODE",
  "CURSOR_AGENT",
  "GEMINI_CLI",
  "CODEX_SANDBOX",
  "CODEX_THREAD_ID",
  "OPENCODE",
];

/**
 * Whether an agent runs the command. Then a terminal gets no color, animation or prompt, as if it
 * were a pipe. `TOME_AGENT` decides if it is set: 0 disables the detection.
 */
export function isAgent(environment: NodeJS.ProcessEnv): boolean {
  const decision = environment.TOME_AGENT;
  if (decision) return decision !== "0" && decision !== "false";
  return variables.some((name) => environment[name]);
}

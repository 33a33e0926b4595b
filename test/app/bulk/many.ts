/** A tome whose commands are interrupted only on request, and its platform. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Ask, openTome, type Ran } from "../../support/commands/tome.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

export interface ManyTome {
  readonly run: (line: string | readonly string[], ask?: Ask) => Promise<Ran>;
  /** The remaining journals in the default folder. */
  readonly journals: () => string[];
}

export function openMany(url?: string): ManyTome {
  const tome = openTome();
  const state = temporaryFolder();
  const env = {
    XDG_STATE_HOME: state,
    ...(url === undefined
      ? {}
      : { TOME_BASE_URL: url, TOME_TOKEN: "token", TOME_ORG: "O1000000000000000000" }),
  };
  const folder = join(state, "tome", "bulk");
  return {
    run: (line, ask = {}) =>
      tome(line, {
        interrupted: () => new Promise(() => {}),
        ...ask,
        env: { ...env, ...ask.env },
      }),
    journals: () =>
      existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [],
  };
}

/** The lines of a journal, or of NDJSON output. */
export function listLines(text: string): Record<string, unknown>[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

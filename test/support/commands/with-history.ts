/** A tome with history enabled, on the local platform. */
import { temporaryFolder } from "../machine/folder.ts";
import { type Ask, openTome, type Ran, type TomeOptions } from "./tome.ts";

export function openWithHistory(options: TomeOptions = {}) {
  const tome = openTome(options);
  const state = temporaryFolder();
  const env = { TOME_HISTORY: "on", XDG_STATE_HOME: state };
  const interrupted = () => new Promise<void>(() => {});
  const run = (
    line: string,
    more: Readonly<Record<string, string>> = {},
    ask: Pick<Ask, "screen" | "answers"> = {},
  ): Promise<Ran> => tome(`${line} --local`, { ...ask, env: { ...env, ...more }, interrupted });
  const ok = async (line: string) => {
    const { code, stdout, stderr } = await run(line);
    if (code !== 0) throw new Error(`tome ${line} ended with ${code}: ${stderr}`);
    return stdout.trimEnd();
  };
  const make = async (line: string): Promise<string> =>
    JSON.parse(await ok(`${line} --json id`)).id;
  const rows = async () => JSON.parse(await ok("history list --json entry,group,outcome,undone"));
  return { run, ok, make, rows, state };
}

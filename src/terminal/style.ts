/** Decides whether a stream gets colour, and gives the few styles that the tool uses. */

export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

const same = (text: string): string => text;

/** Leaves every text as it is: the style of a stream without colour. */
export const plainStyle: Style = {
  bold: same,
  dim: same,
  red: same,
  green: same,
  yellow: same,
  cyan: same,
};

/**
 * Whether a stream gets colour: what was asked for by flag, then NO_COLOR, FORCE_COLOR,
 * CLICOLOR_FORCE, CLICOLOR and TERM, and last whether it is a terminal.
 */
export function wantsColour(
  isTerminal: boolean,
  environment: NodeJS.ProcessEnv,
  flag: boolean | undefined,
): boolean {
  if (flag !== undefined) return flag;
  if (environment.NO_COLOR) return false;
  const forced = environment.FORCE_COLOR;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if (environment.CLICOLOR_FORCE && environment.CLICOLOR_FORCE !== "0") return true;
  if (environment.CLICOLOR === "0" || environment.TERM === "dumb") return false;
  return isTerminal;
}

/** The styles of text, and whether a stream gets colour. */

export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

const unstyled = (text: string): string => text;

/** The style of a stream without colour. */
export const plainStyle: Style = {
  bold: unstyled,
  dim: unstyled,
  red: unstyled,
  green: unstyled,
  yellow: unstyled,
  cyan: unstyled,
};

/**
 * Whether a stream gets colour. The first of these decides: the flag, NO_COLOR, FORCE_COLOR,
 * CLICOLOR_FORCE, CLICOLOR, TERM, and whether it is a terminal.
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

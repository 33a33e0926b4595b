/** Text styles, and the decision whether a stream gets color. */
import { isAgent } from "./agent-environment.ts";

export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
  /** A URL as a link to itself, if the terminal supports links. */
  link(text: string, address: string): string;
}

const keepUnstyled = (text: string): string => text;

/** The style of a stream without color. */
export const plainStyle: Style = {
  bold: keepUnstyled,
  dim: keepUnstyled,
  red: keepUnstyled,
  green: keepUnstyled,
  yellow: keepUnstyled,
  cyan: keepUnstyled,
  link: keepUnstyled,
};

/**
 * Whether a stream gets color. The first of these decides: the flag, NO_COLOR, FORCE_COLOR,
 * CLICOLOR_FORCE, CLICOLOR, TERM, an agent, and whether it is a terminal.
 */
export function isColorEnabled(
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
  if (isAgent(environment)) return false;
  return isTerminal;
}

/**
 * Variables that only terminals with links set, and values of TERM and TERM_PROGRAM of such
 * terminals.
 */
const linking = {
  variables: ["WT_SESSION", "KONSOLE_VERSION", "DOMTERM"],
  programs: /^(?:iTerm\.app|WezTerm|vscode|ghostty|Hyper|zed)$/,
  terms: /^(?:xterm-kitty|xterm-ghostty|alacritty|foot)/,
} as const;

/** The first version of VTE, the library of many Linux terminals, with links: 0.50. */
const firstLinkingVte = 5000;

/** Whether a terminal supports links (OSC 8); unknown terminals get none. */
export function supportsLinks(environment: NodeJS.ProcessEnv): boolean {
  const forced = environment.FORCE_HYPERLINK;
  if (forced !== undefined) return forced !== "0" && forced !== "";
  // The terminal around a multiplexer is unknown.
  if (environment.TMUX || environment.STY || environment.CI) return false;
  return (
    linking.variables.some((name) => environment[name]) ||
    linking.programs.test(environment.TERM_PROGRAM ?? "") ||
    linking.terms.test(environment.TERM ?? "") ||
    Number(environment.VTE_VERSION ?? 0) >= firstLinkingVte
  );
}

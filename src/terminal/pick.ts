/**
 * Selection of one of several choices: from a list that narrows while typing, or from a numbered
 * list for screen readers. No other module loads @clack/core.
 */
import type { Readable, Writable } from "node:stream";
import type { SizedStream } from "./draw/screen-size.ts";
import { measureFor, shorten } from "./draw/text-width.ts";
import type { Style } from "./style.ts";

/** A choice; its texts are neutralized lines. */
export interface PickOption {
  /** The returned value. */
  readonly value: string;
  readonly title: string;
  /**
   * Details that distinguish it from others with the same title: its path, the time of its last
   * change.
   */
  readonly details?: readonly string[] | undefined;
}

export interface PickScreen {
  readonly input: Readable;
  readonly screen: Writable & SizedStream;
  readonly style: Style;
  /** Asks for a line of text. */
  readonly ask: (question: string) => Promise<string>;
}

/** The number of lines that fit below the question without scrolling. */
const mostShown = 10;

/** The marker of the current line. */
const sign = "> ";

/** Separates the title and each detail. */
const gap = "  ";

/** In columns; a detail with less space than this is omitted. */
const leastDetail = 10;

/**
 * Returns the value of the choice, or the typed text if it matches none: an id that is not listed.
 * Undefined on Ctrl-C and on Escape.
 */
export async function pickFromList(
  { input, screen, style }: PickScreen,
  question: string,
  choices: readonly PickOption[],
): Promise<string | undefined> {
  const { AutocompletePrompt, isCancel } = await import("@clack/core");
  const options = choices.map((choice) => ({ ...choice, label: toSearchableText(choice) }));
  const cells = choices.map(toCells);
  const measure = await measureFor([question, ...cells.flat()]);
  const widest = cells.reduce((most, [title = ""]) => Math.max(most, measure(title)), 0);
  const cellsByValue = new Map(choices.map(({ value }, at) => [value, cells[at] ?? []]));
  const prompt = new AutocompletePrompt({
    input,
    output: screen,
    options,
    filter: (typed, option) => isMatch(typed, option),
    render() {
      const typed = this.userInput;
      const width = Math.max((screen.columns ?? 80) - 1, 20);
      const fitted = (text: string) => shorten(text, width, measure);
      if (this.state === "submit" || this.state === "cancel") {
        const picked = this.filteredOptions[this.cursor];
        const [title = this.userInput] = picked === undefined ? [] : toCells(picked);
        return fitted(`${question} ${this.state === "cancel" ? "" : title}`);
      }
      const most = Math.max(Math.min(mostShown, (screen.rows ?? 24) - 4), 3);
      const { shown, before, after } = getVisibleWindow(this.filteredOptions, this.cursor, most);
      const rows = shown.map((option, at) => {
        const own = cellsByValue.get(option.value) ?? [];
        const line = formatLine(own, Math.min(widest, 40), width - sign.length, measure);
        return before + at === this.cursor ? style.cyan(sign + line) : `  ${line}`;
      });
      const hidden = before + after > 0 ? `${before + after} more. ` : "";
      const keys = [
        `  ${hidden}Type to filter, arrows to move, Enter to select.`,
        `  ${hidden}Type, arrows, Enter.`,
      ];
      return [
        style.bold(fitted(`${question} ${typed}_`)),
        ...(rows.length === 0
          ? [style.dim(fitted("  No title matches. Enter uses the typed text."))]
          : rows),
        style.dim(fitted(keys.find((text) => measure(text) <= width) ?? keys[1] ?? "")),
      ].join("\n");
    },
  });
  const picked = await prompt.prompt();
  if (isCancel(picked)) return undefined;
  return typeof picked === "string" ? picked : prompt.userInput.trim();
}

/** The same as a numbered list: the user types a number, a part of the title or an id. */
export async function pickByNumber(
  { screen, ask }: Pick<PickScreen, "screen" | "ask">,
  question: string,
  choices: readonly PickOption[],
): Promise<string> {
  let listed = choices;
  for (;;) {
    const shown = listed.slice(0, 2 * mostShown);
    const lines = shown.map((choice, at) => `${at + 1}. ${toCells(choice).join(", ")}`);
    const more = listed.length - shown.length;
    if (more > 0) lines.push(`${more} more. Type a part of the title to filter.`);
    screen.write(`${lines.join("\n")}\n`);
    const typed = (await ask(`${question.replace(/:$/, "")} (number, title or id):`)).trim();
    if (typed === "") continue;
    const numbered = /^\d{1,2}$/.test(typed) ? shown[Number(typed) - 1] : undefined;
    const exact = choices.find(({ value, title }) => value === typed || title === typed);
    const matching = choices.filter((choice) =>
      isMatch(typed, { ...choice, label: toSearchableText(choice) }),
    );
    const [only, ...others] = matching;
    if (numbered ?? exact) return (numbered ?? exact)?.value ?? typed;
    if (only === undefined) return typed;
    if (others.length === 0) return only.value;
    listed = matching;
  }
}

function toCells({ title, details = [] }: PickOption): string[] {
  return [title === "" ? "(no title)" : title, ...details];
}

/**
 * The title and its details, in columns if they fit. The last detail can be shortened, and is
 * omitted if too little of it would remain.
 * @param column the width of the titles
 * @param width of the line
 */
function formatLine(
  [title = "", ...details]: readonly string[],
  column: number,
  width: number,
  measure: (text: string) => number,
): string {
  const inColumns = details.length > 0 && column + gap.length + leastDetail <= width;
  const short = shorten(title, inColumns ? column : width, measure);
  let line = short + " ".repeat(inColumns ? Math.max(column - measure(short), 0) : 0);
  for (const detail of details) {
    const left = width - measure(line) - gap.length;
    if (measure(detail) > left && left < leastDetail) break;
    line += gap + shorten(detail, left, measure);
  }
  return line;
}

/** The searchable text: everything that is shown, and the id. */
function toSearchableText({ value, title, details = [] }: PickOption): string {
  return [title, ...details, value].join(" ").toLowerCase();
}

/** Whether it contains every typed word. */
function isMatch(typed: string, { label = "" }: { readonly label?: string }): boolean {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.includes(word));
}

/** The part of a list around the cursor. */
function getVisibleWindow<T>(all: readonly T[], cursor: number, most: number) {
  const first = Math.max(0, Math.min(cursor - Math.floor(most / 2), all.length - most));
  const shown = all.slice(first, first + most);
  return { shown, before: first, after: all.length - first - shown.length };
}

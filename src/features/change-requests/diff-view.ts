/** View of a change request's changes, page by page. */

import type { JsonObject, JsonValue, Span, TerminalView, ViewLine } from "../../context.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { asObject, asText } from "../../json/values.ts";
import { getName, type OtherChange, type PageWord } from "./changes.ts";
import { type ChangeComparison, type ComparedPage, formatSummary } from "./comparison.ts";
import { describeConflict, formatConflictBlocks } from "./conflicts.ts";

import { drawHunks } from "./text-diff.ts";

/** @param brief one line for each page, without the text */
export async function viewChanges(
  compared: ChangeComparison,
  brief: boolean,
): Promise<TerminalView> {
  const { changeRequest, pages, others } = compared;
  const summary = formatSummary(compared);
  const lines: ViewLine[] = [
    [
      { text: asText(changeRequest.subject) || "(no subject)", tone: "bold" },
      `  #${changeRequest.number}, ${asText(changeRequest.status)}`,
    ],
    [summary === "" ? "No changes." : `Changed: ${summary}.`],
    ...formatConflictLines(compared),
    ...(brief ? [[]] : []),
  ];
  for (const page of pages) {
    if (!brief) lines.push([]);
    lines.push(formatHeading(page));
    if (brief) continue;
    for (const line of formatFields(page)) lines.push(line);
    for (const line of await drawHunks(page.hunks)) lines.push(line);
  }
  if (others.length > 0 && !brief) lines.push([]);
  return [{ lines: [...lines, ...others.map(formatOtherChange)] }];
}

/** The conflicts with the space, or a note that they are unknown. */
export function formatConflictLines({
  conflicts,
  changeRequest,
}: Pick<ChangeComparison, "conflicts" | "changeRequest">): ViewLine[] {
  if (conflicts === undefined) {
    return changeRequest.outdated === true
      ? [
          [
            { text: "The space has changed since the change request was created", tone: "yellow" },
            "; conflicts are detected when the change request is updated.",
          ],
        ]
      : [];
  }
  return conflicts.flatMap((conflict): ViewLine[] => [
    [{ text: "conflict", tone: "red" }, `: ${describeConflict(conflict)}`],
    ...formatConflictBlocks(conflict),
  ]);
}

const tones: Readonly<Record<PageWord, Span["tone"]>> = {
  added: "green",
  removed: "red",
  moved: "cyan",
  edited: "yellow",
};

export function formatHeading(page: ComparedPage): ViewLine {
  const { before, after, words, added, removed, type } = page;
  const isMoved = before !== undefined && after !== undefined && before.path !== after.path;
  return [
    { text: getName(page), tone: "bold" },
    type === "document" ? "  " : `  ${type}, `,
    ...toWordSpans(words),
    ...(isMoved ? [` from ${before.path || before.title}`] : []),
    ...(added > 0 ? ["  ", { text: `+${added}`, tone: "green" } as const] : []),
    ...(removed > 0 ? ["  ", { text: `-${removed}`, tone: "red" } as const] : []),
  ];
}

export function toWordSpans(words: readonly PageWord[]): (string | Span)[] {
  return words.flatMap((word, at) => [
    ...(at === 0 ? [] : [", "]),
    { text: word, tone: tones[word] },
  ]);
}

/** Fields other than the text, such as title and icon. */
function formatFields({ fields, before, after }: ComparedPage): ViewLine[] {
  // The heading of a moved page contains both paths.
  const isMoved = before !== undefined && after !== undefined && before.path !== after.path;
  const visibleFields = Object.entries(fields).filter(([name]) => !(isMoved && name === "slug"));
  return visibleFields.map(([name, value]): ViewLine => {
    const { before, after }: JsonObject = asObject(value);
    const side = (of: JsonValue | undefined, tone: Span["tone"]): Span =>
      of === undefined ? { text: "none", tone: "dim" } : { text: writeJson(of), tone };
    return [`  ${name}: `, side(before, "red"), " → ", side(after, "green")];
  });
}

export function formatOtherChange({ kind, word, name }: OtherChange): ViewLine {
  return [
    { text: name, tone: "bold" },
    `  ${kind}, `,
    { text: word, tone: tones[word] },
    ...(kind === "reusable content" && word === "edited" ? ["; text not compared"] : []),
  ];
}

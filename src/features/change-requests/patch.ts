/** Changes of pages as a patch for Git and similar tools: each page is a file `<path>.md`. */

import type { OtherChange } from "./changes.ts";
import type { ChangeComparison, ComparedPage } from "./comparison.ts";

type PatchInput = Pick<ChangeComparison, "pages"> &
  Partial<Pick<ChangeComparison, "others" | "changeRequest">>;

/**
 * Content that a patch cannot express is in comments before the first file, which patch tools
 * ignore.
 */
export async function buildPatch({
  pages,
  others = [],
  changeRequest,
}: PatchInput): Promise<string> {
  const { formatPatch } = await import("diff");
  const comments = [
    ...(changeRequest && (pages.length > 0 || others.length > 0)
      ? [`change request ${changeRequest.number} ${JSON.stringify(changeRequest.subject)}`]
      : []),
    ...pages.flatMap(commentsOn),
    ...others.map(commentOn),
  ];
  const files = pages.flatMap((page) => {
    const { before, after, hunks } = page;
    const isFile = page.type === "document" && (before?.path || after?.path);
    const isMoved = before?.path !== after?.path;
    if (!isFile || (hunks.length === 0 && !isMoved)) return [];
    const names = { old: `a/${before?.path}.md`, new: `b/${after?.path}.md` };
    return formatPatch({
      isGit: true,
      oldFileName: before === undefined ? "/dev/null" : names.old,
      newFileName: after === undefined ? "/dev/null" : names.new,
      isCreate: before === undefined,
      isDelete: after === undefined,
      isRename: before !== undefined && after !== undefined && isMoved,
      oldHeader: undefined,
      newHeader: undefined,
      hunks: hunks.map((hunk) => ({ ...hunk, lines: [...hunk.lines] })),
    });
  });
  return `${comments.map((comment) => `# ${comment}\n`).join("")}${files.join("")}`;
}

/** Untrusted text is quoted, so it cannot start a line of the patch. */
function commentsOn({ type, before, after, words, fields }: ComparedPage): string[] {
  const side = after ?? before;
  const name = JSON.stringify(side?.path || side?.title || "");
  const changed = Object.entries(fields).map(
    ([field, value]) => `page ${name}: ${field} ${JSON.stringify(value)}`,
  );
  // The text of a page does not contain its title.
  const title = before === undefined ? `, title ${JSON.stringify(after?.title)}` : "";
  const isSaid = type === "document" && before !== undefined;
  return isSaid ? changed : [`${type} ${name}: ${words.join(", ")}${title}`, ...changed];
}

function commentOn({ kind, word, name }: OtherChange): string {
  const rest = kind === "reusable content" && word === "edited" ? ", its text is not compared" : "";
  return `${kind} ${JSON.stringify(name)}: ${word}${rest}`;
}

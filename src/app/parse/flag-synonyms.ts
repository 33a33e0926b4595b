/** Flags of other programs with the same meaning as a flag of a command. */

/** Each line lists synonyms; a command has at most one of them. */
const synonyms: readonly (readonly string[])[] = [
  ["title", "name", "subject", "label"],
  ["body", "message", "comment", "text", "description"],
  ["user", "member", "email", "person", "reviewer", "assignee", "actor", "author", "creator"],
  ["to", "target", "destination", "parent", "collection"],
  ["successor", "to", "heir", "new-owner"],
  ["file", "body-file", "from-file"],
  ["slug", "spec"],
  ["url", "address", "link", "repo", "repository"],
  ["ref", "branch"],
  ["status", "state"],
  ["language", "lang", "locale"],
  ["yes", "force", "confirm"],
  ["sort", "sort-by", "order-by"],
  ["all", "A", "paginate"],
  ["space", "R", "S"],
  ["hostname", "domain", "custom-domain"],
  ["mode", "theme"],
  ["stat", "name-only", "name-status", "numstat"],
  ["save", "out"],
  ["at", "schedule"],
];

/**
 * The one flag with the same meaning.
 * @param flag with its hyphens
 * @param flags those of the command, with their hyphens
 * @returns undefined for none or several
 */
export function findFlagSynonym(flag: string, flags: readonly string[]): string | undefined {
  const word = flag.replace(/^--/, "");
  const meant = synonyms
    .filter((line) => line.includes(word))
    .flat()
    .map((one) => `--${one}`);
  const [only, ...others] = [...new Set(flags)].filter((one) => meant.includes(one));
  return others.length === 0 ? only : undefined;
}

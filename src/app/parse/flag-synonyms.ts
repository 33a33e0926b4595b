/** The flags that other programs have for what a flag of a command means. */

/** Each line means much the same; a command has one of its words. */
const synonyms: readonly (readonly string[])[] = [
  ["title", "name", "subject", "label"],
  ["body", "message", "comment", "text", "description"],
  ["user", "member", "email", "person", "reviewer", "assignee", "actor", "author", "creator"],
  ["to", "target", "destination", "parent", "collection"],
  ["file", "body-file", "from-file"],
  ["slug", "spec"],
  ["url", "address", "link", "repo", "repository"],
  ["ref", "branch"],
  ["status", "state"],
  ["language", "lang", "locale"],
  ["yes", "force", "confirm"],
];

/**
 * The one flag that means what another word says.
 * @param flag with its hyphens
 * @param flags those of the command, with their hyphens
 * @returns undefined if none does, or several
 */
export function findSynonym(flag: string, flags: readonly string[]): string | undefined {
  const word = flag.replace(/^--/, "");
  const meant = synonyms
    .filter((line) => line.includes(word))
    .flat()
    .map((one) => `--${one}`);
  const [only, ...others] = [...new Set(flags)].filter((one) => meant.includes(one));
  return others.length === 0 ? only : undefined;
}

/**
 * Detection of truncated roster tables. Some spreadsheets export the last line without a line break, which
 * is accepted only if the last cell is certainly complete. Otherwise, a truncated email or team could
 * invite a stranger or change another team.
 */
import { UsageError } from "../../errors.ts";
import { textIn } from "../../json/values.ts";
import type { RosterContext } from "./match.ts";
import type { LastCell, Roster, RosterPerson } from "./roster.ts";

/**
 * @param matches the member ids of roster entries
 * @throws UsageError if the last cell may be incomplete
 */
export function refuseCutOff(
  { name, people, lastCell }: Roster,
  known: RosterContext,
  matches: ReadonlyMap<RosterPerson, string>,
): void {
  const last = people.at(-1);
  if (lastCell === undefined || last === undefined) return;
  const isMember = matches.has(last);
  if (isWhole(lastCell, { last, others: people.slice(0, -1), isMember, known })) return;
  throw new UsageError(
    `${name} may be truncated: its last line has no line break, and the ${lastCell.column} may be incomplete. If the file is complete, add a line break. No members were changed.`,
    "tome member sync --help",
  );
}

interface LastRow {
  readonly last: RosterPerson;
  readonly others: readonly RosterPerson[];
  readonly isMember: boolean;
  readonly known: RosterContext;
}

function isWhole({ column, text }: LastCell, { last, others, isMember, known }: LastRow): boolean {
  // An empty cell cannot change an existing member, but a new member would get the default role.
  if (text === "") return isMember;
  switch (column) {
    case "role":
    case "sso":
    case "active":
      // The value is valid, and no valid value is a prefix of another one.
      return true;
    case "teams":
      return isUnambiguous(
        known.teams.flatMap(({ id, title }) => [textIn(id), textIn(title)]),
        text.split(/[;\n\r]/).at(-1),
      );
    case "email":
      return (
        isMember ||
        isUnambiguous(
          others.map(({ email }) => getDomain(email)),
          getDomain(last.email),
        )
      );
    case "id":
      return isMember && (known.stored.has(text) || known.members.some(({ id }) => id === text));
  }
}

/** Whether a word is in the list and not a prefix of another word. */
function isUnambiguous(all: readonly string[], text = ""): boolean {
  const word = text.trim().toLowerCase();
  const others = all.map((one) => one.toLowerCase());
  return others.includes(word) && !others.some((one) => one !== word && one.startsWith(word));
}

function getDomain(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}

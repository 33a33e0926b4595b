/**
 * Tells a table that was cut off from one whose last line just does not end, as some spreadsheets export
 * it. How many people lose something is limited in any case; this is about the last row, which must not
 * invite a stranger, or put somebody into another team, because a word in it was cut short.
 */
import { UsageError } from "../../errors.ts";
import { textIn } from "../../json/values.ts";
import type { Known } from "./match.ts";
import type { LastCell, Roster, RosterPerson } from "./roster.ts";

/**
 * @param matches the member of each person of the roster that has one
 * @throws UsageError if the last cell could go on, and say something else then
 */
export function refuseCutOff(
  { name, people, lastCell }: Roster,
  known: Known,
  matches: ReadonlyMap<RosterPerson, string>,
): void {
  const last = people.at(-1);
  if (lastCell === undefined || last === undefined) return;
  const isMember = matches.has(last);
  if (isWhole(lastCell, { last, others: people.slice(0, -1), isMember, known })) return;
  throw new UsageError(
    `${name} may be cut off: its last line does not end, and its ${lastCell.column} may go on. End it with a line break if it is whole. Nobody was changed.`,
    "tome member sync --help",
  );
}

interface LastRow {
  readonly last: RosterPerson;
  readonly others: readonly RosterPerson[];
  readonly isMember: boolean;
  readonly known: Known;
}

function isWhole({ column, text }: LastCell, { last, others, isMember, known }: LastRow): boolean {
  // What is missing then takes nothing but teams, and a newcomer would get the default.
  if (text === "") return isMember;
  switch (column) {
    case "role":
    case "sso":
    case "active":
      // They were found right, and none of their words begins another.
      return true;
    case "teams":
      return hasNoOther(
        known.teams.flatMap(({ id, title }) => [textIn(id), textIn(title)]),
        text.split(/[;\n\r]/).at(-1),
      );
    case "email":
      return (
        isMember ||
        hasNoOther(
          others.map(({ email }) => getDomain(email)),
          getDomain(last.email),
        )
      );
    case "id":
      return isMember && (known.stored.has(text) || known.members.some(({ id }) => id === text));
  }
}

/** Whether a word is one of those that there are, and the beginning of no other. */
function hasNoOther(all: readonly string[], given = ""): boolean {
  const word = given.trim().toLowerCase();
  const others = all.map((one) => one.toLowerCase());
  return others.includes(word) && !others.some((one) => one !== word && one.startsWith(word));
}

function getDomain(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}

/** An entry of a roster, and the checks of its values. */
import { type Role, roles } from "../../contract/roles.ts";
import { UsageError } from "../../errors.ts";
import { normalizeEmail, quoteVisibly } from "./member-email.ts";

export interface RosterPerson {
  /** `roster.csv:3`. */
  readonly at: string;
  /** The roster id, which does not change with the email. */
  readonly id: string | undefined;
  /** In the form of `normalizeEmail`. */
  readonly email: string;
  /** Null for a guest; undefined keeps the role. */
  readonly role: Role | null | undefined;
  /** Titles or ids; undefined keeps the teams. */
  readonly teams: readonly string[] | undefined;
  /** Whether the teams have an empty value other than `[]`, which must not remove the member from a team. */
  readonly hasEmptyTeams: boolean;
  readonly sso: boolean;
  /** False for an entry that is marked as inactive. */
  readonly active: boolean;
  /** Whether the entry has a value for `active`. */
  readonly hasActive: boolean;
  /** The display name; empty if the entry has none. It only serves to recognize a changed email. */
  readonly displayName: string;
}

/** The command in the hint of errors. */
export const help = "tome member sync --help";

/** Values of an entry before they are checked. */
export interface RosterCells {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly teams: readonly string[] | undefined;
  readonly hasEmptyTeams: boolean;
  readonly sso?: boolean;
  readonly active: boolean;
  readonly hasActive: boolean;
  readonly displayName?: string;
  /** Whether the role may be a directory role, which is ignored. */
  readonly isForeign?: boolean;
}

/** Without the characters that separate addresses, as in `mailto:` and `Ada <ada@example.com>`. */
const emailForm =
  /^[^\s\p{C}@()<>[\]:;,"\\]+@[^\s\p{C}@()<>[\]:;,"\\]+\.[^\s\p{C}@.()<>[\]:;,"\\]+$/u;

/** @throws UsageError for an invalid email or role */
export function parseRosterPerson(at: string, cells: RosterCells): RosterPerson {
  const email = normalizeEmail(cells.email);
  if (!emailForm.test(email)) {
    const reason =
      email === "" ? "has no email" : `has an invalid email: ${quoteVisibly(cells.email)}`;
    throw new UsageError(`${at} ${reason}. No members were changed.`, help);
  }
  const word = cells.role.toLowerCase();
  const role = word === "guest" ? null : roles.find((one) => one === word);
  if (role === undefined && word !== "" && !cells.isForeign) {
    throw new UsageError(
      `${at}: the role must be one of ${roles.join(", ")}, guest, not ${JSON.stringify(cells.role)}. No members were changed.`,
      help,
    );
  }
  const { teams, hasEmptyTeams, sso = false, active, hasActive, displayName = "" } = cells;
  const id = cells.id || undefined;
  return { at, id, email, role, teams, hasEmptyTeams, sso, active, hasActive, displayName };
}

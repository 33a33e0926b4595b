/**
 * The words in which the tables of inverses say how a write is taken back: what is read before it, what
 * is sent afterwards, and what has to be as the write left it.
 */

/** An address of the API whose `{names}` are fields of the write. */
export type Address = `/${string}`;

/** A member of an answer: `title`, or `urls.icon`; the whole if empty; whether it is so: `status=resolved`. */
type Member = string;

/**
 * The fields that were sent get their old values, by the same operation. What the other fields of the
 * operation say has to be as the write left it.
 */
export interface FieldsBack {
  readonly how: "fields";
  readonly look: Address;
  /** The answer of `look` is a list: the member of an item that has the value of the field. */
  readonly item?: { readonly member: Member; readonly is: string };
  /** Lists that answer what `look` does for many things at once. */
  readonly list?: Address;
  /** Where a field is in the answer, if not under its own name. */
  readonly members?: Readonly<Record<string, Member>>;
  /** Fields that no answer tells, each with the reason. */
  readonly untold?: Readonly<Record<string, string>>;
}

/** What was made is deleted, if it is as it was made. */
export interface Deleted {
  readonly how: "delete";
  /** The operation that deletes it. */
  readonly by: string;
  /** The field of `by` that names it, and the member of the answer that has its value. */
  readonly named: { readonly field: string; readonly member: Member };
  /** Where it is read; its names may also be the field. */
  readonly look: Address;
  /** The list that it is in, to find it if no answer came; absent if the write does not name that. */
  readonly list?: Address;
  /** The answer of `look` is that list. */
  readonly item?: true;
  /** Members that the platform changes by itself afterwards. */
  readonly moving?: readonly Member[];
  /** Its answer may have another form than `look`, so that it is read again. */
  readonly again?: true;
  /** What is made along with it, unless the write named it: deleted after it. */
  readonly along?: { readonly by: string; readonly field: string; readonly member: Member };
  /** Lists that have to be empty, as nothing else of it tells what came into it. */
  readonly empty?: readonly Address[];
}

/** Another operation, with the same names in its path. */
export interface Opposite {
  readonly how: "opposite";
  readonly by: string;
  readonly look: Address;
  /** What the write makes of its target: members with their values, or whether it is there. */
  readonly makes: "absent" | "present" | Readonly<Record<Member, boolean>>;
}

/** It goes back to where it was. */
export interface MovedBack {
  readonly how: "move";
  /** In `tree`, the lists of an organization; in `structure`, that of a docs site. */
  readonly among: "spaces" | "collections" | "structure";
  /** The kind of a part of a docs site, if the operation moves one kind only. */
  readonly part?: "site-section" | "site-section-group" | "site-space";
}

/** Each person and team gets the role that they had, or none again. */
export interface RolesBack {
  readonly how: "roles";
  /** Where the roles of people are read, and of teams. */
  readonly users: RoleList;
  readonly teams?: RoleList;
}

export interface RoleList {
  readonly list: Address;
  readonly id: Member;
  readonly role: Member;
  /** The operation that gives a role, to one or to several. */
  readonly give: string;
  /** The operation that takes it. */
  readonly take: string;
}

export type Inverse = FieldsBack | Deleted | Opposite | MovedBack | RolesBack;

/** Why an operation cannot be taken back, as a sentence, and what to do instead if there is something. */
export interface NoInverse {
  readonly noInverse: string;
}

/** How each operation of a table is taken back. */
export type Inverses = Readonly<Record<string, Inverse | NoInverse>>;

export function fieldsBack(look: Address, more: Omit<FieldsBack, "how" | "look"> = {}): FieldsBack {
  return { how: "fields", look, ...more };
}

/**
 * @param list where it is listed; it is read at its own address in it
 * @param field the field that names it there
 */
export function deletedBy(
  by: string,
  list: Address,
  field: string,
  look: Address = `${list}/{${field}}`,
): Deleted {
  return { how: "delete", by, named: { field, member: "id" }, look, list };
}

export function opposite(by: string, look: Address, makes: Opposite["makes"]): Opposite {
  return { how: "opposite", by, look, makes };
}

export function noInverse(why: string): NoInverse {
  return { noInverse: why };
}

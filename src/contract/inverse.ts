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
  /** Of such a list, the query with which it answers the rest. */
  readonly rest?: string;
  /** Lists that answer what `look` does for many things at once. */
  readonly list?: Address;
  /** Where a field is in the answer, if not under its own name. */
  readonly members?: Readonly<Record<string, Member>>;
  /** Fields that stand in place of another one while they have a value: giving one empties the other. */
  readonly instead?: Readonly<Record<string, string>>;
  /** Fields that no answer tells, each with the reason. */
  readonly untold?: Readonly<Record<string, string>>;
  readonly arranges?: readonly Arranges[];
}

/** The kinds of parts that docs sites have. */
export type PartKind = "site-section" | "site-section-group" | "site-space" | "site-external-link";

/** Parts of a docs site that a write puts elsewhere, besides what else it does: they go back, too. */
export interface Arranges {
  readonly kind: PartKind;
  /** The field of the write that names the part, or the parts; absent for all that are in no other. */
  readonly parts?: string;
  /** The field without which the write leaves them where they are; absent if it may always move them. */
  readonly by?: string;
}

/** The operation that puts a part of a docs site into another or out of it, and its fields; a site space stays in its section. */
export const regroupings: Readonly<
  Partial<Record<PartKind, { readonly by: string; readonly part: string; readonly into: string }>>
> = {
  "site-section": {
    by: "updateSiteSectionById",
    part: "siteSectionId",
    into: "siteSectionGroupId",
  },
  "site-section-group": {
    by: "updateSiteSectionGroupById",
    part: "siteSectionGroupId",
    into: "parentSectionGroupId",
  },
  "site-external-link": {
    by: "updateSiteExternalLinkById",
    part: "siteExternalLinkId",
    into: "parent",
  },
};

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
  /** Of such a list, the query with which it answers the rest. */
  readonly rest?: string;
  /** Members that the platform changes by itself afterwards. */
  readonly moving?: readonly Member[];
  /** Its answer may have another form than `look`, so that it is read again. */
  readonly again?: true;
  /** What is made along with it, unless the write named it: deleted after it. */
  readonly along?: { readonly by: string; readonly field: string; readonly member: Member };
  /** Lists that hold what the write gave and no more, as nothing else of it tells what came into it. */
  readonly holds?: readonly Holding[];
  readonly arranges?: readonly Arranges[];
}

export interface Holding {
  readonly list: Address;
  /** How many it holds from the beginning, or the field of the write that has as many; none unless given. */
  readonly given?: number | string;
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
  /** The list of an organization, or the structure of a docs site. */
  readonly among: "spaces" | "collections" | "structure";
  /** The member of the write that names what it moves. */
  readonly named: Member;
  /** The kind of a part of a docs site, unless the write says it. */
  readonly part?: PartKind;
}

/** Redirects of a docs site, which are known by their sources: each becomes what it was, or is deleted. */
export interface RedirectsBack {
  readonly how: "redirects";
  readonly look: Address;
  /** The field of the write that names one by its id; absent if it names them by their sources. */
  readonly one?: string;
  /** The operation that writes several, by their sources. */
  readonly by: string;
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
  /** Where the emails are, if writes may name people by them. */
  readonly email?: Member;
  readonly role: Member;
  /** The operation that gives a role, to one or to several. */
  readonly give: string;
  /** The operation that takes it. */
  readonly take: string;
}

export type Inverse = FieldsBack | Deleted | Opposite | MovedBack | RolesBack | RedirectsBack;

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

/**
 * Types of the tables of inverse operations: the state to read before a write, the request that
 * reverts it, and the state that must be unchanged.
 */

/** A path of the API whose `{names}` are fields of the write. */
export type PathTemplate = `/${string}`;

/**
 * A member of a response: `title`, or `urls.icon`; the whole if empty; a comparison:
 * `status=resolved`.
 */
type ResponseMember = string;

/**
 * Restores the previous values of the fields with the same operation. The values of the operation's
 * other fields must be unchanged since the write.
 */
export interface FieldsBack {
  readonly how: "fields";
  readonly look: PathTemplate;
  /** The response of `look` is a list: the member of an item that equals the field. */
  readonly item?: { readonly member: ResponseMember; readonly is: string };
  /** Query that returns the other items of such a list. */
  readonly rest?: string;
  /** Lists that return the responses of `look` for many resources at once. */
  readonly list?: PathTemplate;
  /** Member of the response with the value of a field, if the names differ. */
  readonly members?: Readonly<Record<string, ResponseMember>>;
  /** Fields that exclude each other: setting one clears the other. */
  readonly instead?: Readonly<Record<string, string>>;
  /** Fields that no response contains, with the reason. */
  readonly untold?: Readonly<Record<string, string>>;
  readonly arranges?: readonly Arranges[];
}

/** Kinds of items on a site. */
export type SitePartKind =
  | "site-section"
  | "site-section-group"
  | "site-space"
  | "site-external-link";

/** Items of a site that a write moves in addition to its main effect; they are moved back. */
export interface Arranges {
  readonly kind: SitePartKind;
  /** The write's field with the items; absent for all items without a parent. */
  readonly parts?: string;
  /** The field without which the write moves nothing; absent if it can always move items. */
  readonly by?: string;
}

/**
 * The operation that moves an item of a site into another or out of it, and its fields; a site
 * space stays in its section.
 */
export const regroupings: Readonly<
  Partial<
    Record<SitePartKind, { readonly by: string; readonly part: string; readonly into: string }>
  >
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

/** Deletes the created resource if it is unchanged. */
export interface DeleteInverse {
  readonly how: "delete";
  /** The operation that deletes it. */
  readonly by: string;
  /** The field of `by` that identifies it, and the response member with its value. */
  readonly named: { readonly field: string; readonly member: ResponseMember };
  /** Path to read it; its names may include the field. */
  readonly look: PathTemplate;
  /**
   * List that contains it, to find it without a response; absent if the write does not determine
   * the list.
   */
  readonly list?: PathTemplate;
  /** The response of `look` is that list. */
  readonly item?: true;
  /** Query that returns the other items of such a list. */
  readonly rest?: string;
  /** Members that the platform changes afterwards. */
  readonly moving?: readonly ResponseMember[];
  /** The response may differ from that of `look`, so the resource is read again. */
  readonly again?: true;
  /** Resource that is created along with it unless the write specified one; deleted after it. */
  readonly along?: { readonly by: string; readonly field: string; readonly member: ResponseMember };
  /** Lists that contain only the effect of the write, if the response does not identify it. */
  readonly holds?: readonly ContainmentCheck[];
  readonly arranges?: readonly Arranges[];
}

export interface ContainmentCheck {
  readonly list: PathTemplate;
  /** Initial number of items, or the field of the write with the same number; default 0. */
  readonly given?: number | string;
}

/** Another operation with the same path fields. */
export interface Opposite {
  readonly how: "opposite";
  readonly by: string;
  readonly look: PathTemplate;
  /** State after the write: members with their values, or whether the resource exists. */
  readonly makes: "absent" | "present" | Readonly<Record<ResponseMember, boolean>>;
}

/** Moves it back. */
export interface MovedBack {
  readonly how: "move";
  /** The list of an organization, or the structure of a site. */
  readonly among: "spaces" | "collections" | "structure";
  /** The field of the write with the moved resource. */
  readonly named: ResponseMember;
  /** Kind of the site item, unless the write contains it. */
  readonly part?: SitePartKind;
}

/** Redirects of a site, identified by source: each is restored or deleted. */
export interface RedirectsBack {
  readonly how: "redirects";
  readonly look: PathTemplate;
  /**
   * The field of the write with a redirect's id; absent if the write identifies redirects by
   * source.
   */
  readonly one?: string;
  /** The operation that writes several redirects by source. */
  readonly by: string;
}

/** Restores the previous role of each user and team, or removes it. */
export interface RolesBack {
  readonly how: "roles";
  /** Paths to read the roles of users and of teams. */
  readonly users: RoleList;
  readonly teams?: RoleList;
}

export interface RoleList {
  readonly list: PathTemplate;
  readonly id: ResponseMember;
  /** Path to read email addresses, if the write may contain them. */
  readonly email?: ResponseMember;
  readonly role: ResponseMember;
  /** The operation that grants a role. */
  readonly give: string;
  /** The operation that revokes a role. */
  readonly take: string;
}

export type Inverse = FieldsBack | DeleteInverse | Opposite | MovedBack | RolesBack | RedirectsBack;

/** Reason why the operation has no inverse, as a sentence, with an alternative if there is one. */
export interface NoInverse {
  readonly noInverse: string;
}

/** Inverse operations of a table. */
export type Inverses = Readonly<Record<string, Inverse | NoInverse>>;

export function restoreFields(
  look: PathTemplate,
  more: Omit<FieldsBack, "how" | "look"> = {},
): FieldsBack {
  return { how: "fields", look, ...more };
}

/**
 * @param list the list that contains the resource; it is read at its own path below the list
 * @param field the field that identifies it
 */
export function deleteCreated(
  by: string,
  list: PathTemplate,
  field: string,
  look: PathTemplate = `${list}/{${field}}`,
): DeleteInverse {
  return { how: "delete", by, named: { field, member: "id" }, look, list };
}

export function callOpposite(by: string, look: PathTemplate, makes: Opposite["makes"]): Opposite {
  return { how: "opposite", by, look, makes };
}

export function declareNoInverse(why: string): NoInverse {
  return { noInverse: why };
}

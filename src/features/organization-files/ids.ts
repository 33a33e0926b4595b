/** Mapping between addresses and ids, and between emails and members. */
import type { JsonObject } from "../../context.ts";
import { ApiError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import type { AddressBook } from "./fields.ts";
import { nounOf, type ResourceKind } from "./resource.ts";

export class ResourceIds implements AddressBook {
  readonly #ids = new Map<string, string>();
  readonly #addresses = new Map<string, string>();
  readonly #emails = new Map<string, string>();
  readonly #users = new Map<string, string>();

  /** @param members of the organization */
  constructor(members: Iterable<JsonObject>) {
    for (const one of members) {
      const id = asText(one.id);
      const email = asText(asObject(one.user).email).toLowerCase();
      if (email === "") continue;
      this.addMember(email, id);
    }
  }

  /** An independent copy. */
  copy(): ResourceIds {
    const copy = new ResourceIds([]);
    for (const [address, id] of this.#ids) copy.#ids.set(address, id);
    for (const [key, address] of this.#addresses) copy.#addresses.set(key, address);
    for (const [id, email] of this.#emails) copy.#emails.set(id, email);
    for (const [email, id] of this.#users) copy.#users.set(email, id);
    return copy;
  }

  /** Members need no entry in the lock, because their email identifies them. */
  addMember(email: string, id: string): void {
    this.#emails.set(id, email);
    this.#users.set(email, id);
    this.set("member", `members/${email}`, id);
  }

  /** Adds the specifications of the files, which are identified by their slug. */
  addSpecifications(things: ReadonlyMap<string, { readonly kind: ResourceKind }>): void {
    for (const [address, { kind }] of things) {
      if (kind === "specification") this.set(kind, address, address.slice("specs/".length));
    }
  }

  set(kind: ResourceKind, address: string, id: string): void {
    const before = this.#ids.get(address);
    if (before !== undefined && before !== id) this.#addresses.delete(`${kind} ${before}`);
    this.#ids.set(address, id);
    this.#addresses.set(`${kind} ${id}`, address);
  }

  /** Removes an address, before its resource gets another one. */
  forget(address: string): void {
    this.#ids.delete(address);
  }

  /** The id of an address; for `id:<id>`, the id itself. */
  findId(address: string): string | undefined {
    return address.startsWith("id:") ? address.slice("id:".length) : this.#ids.get(address);
  }

  /** @throws ApiError 409 if the resource was not created or no longer exists */
  need(address: string): string {
    const id = this.findId(address);
    if (id === undefined) throw new ApiError(409, `${address} does not exist on the platform yet.`);
    return id;
  }

  getAddress(kind: ResourceKind, id: string): string {
    // The id of a specification is its slug.
    if (kind === "specification") return `specs/${id}`;
    return this.#addresses.get(`${kind} ${id}`) ?? `id:${id}`;
  }

  getEmail(userId: string): string {
    return this.#emails.get(userId) ?? `id:${userId}`;
  }

  /** @throws ApiError 409 for an email that does not belong to a member */
  getUser(email: string): string {
    const id = email.startsWith("id:") ? email.slice("id:".length) : this.#users.get(email);
    if (id !== undefined) return id;
    throw new ApiError(409, `${email} is not a ${nounOf.member} of the organization.`);
  }
}

/** Which id each address stands for, and who has which email. */
import type { JsonObject } from "../../context.ts";
import { Problem } from "../../errors.ts";
import { objectIn, textIn } from "../../json/values.ts";
import type { Names } from "./fields.ts";
import { type Kind, nounOf } from "./thing.ts";

export class Ids implements Names {
  readonly #ids = new Map<string, string>();
  readonly #addresses = new Map<string, string>();
  readonly #emails = new Map<string, string>();
  readonly #users = new Map<string, string>();

  /** @param members of the organization */
  constructor(members: Iterable<JsonObject>) {
    for (const one of members) {
      const id = textIn(one.id);
      const email = textIn(objectIn(one.user).email).toLowerCase();
      if (email === "") continue;
      this.addMember(email, id);
    }
  }

  /** The same, to which more can be added without a trace in this one. */
  copy(): Ids {
    const copy = new Ids([]);
    for (const [address, id] of this.#ids) copy.#ids.set(address, id);
    for (const [named, address] of this.#addresses) copy.#addresses.set(named, address);
    for (const [id, email] of this.#emails) copy.#emails.set(id, email);
    for (const [email, id] of this.#users) copy.#users.set(email, id);
    return copy;
  }

  /** Members are known by their emails, so nobody has to say which one is meant. */
  addMember(email: string, id: string): void {
    this.#emails.set(id, email);
    this.#users.set(email, id);
    this.set("member", `members/${email}`, id);
  }

  set(kind: Kind, address: string, id: string): void {
    const before = this.#ids.get(address);
    if (before !== undefined && before !== id) this.#addresses.delete(`${kind} ${before}`);
    this.#ids.set(address, id);
    this.#addresses.set(`${kind} ${id}`, address);
  }

  /** What has the address gets another one. */
  forget(address: string): void {
    this.#ids.delete(address);
  }

  /** The id of an address, and that in `id:<id>`. */
  findId(address: string): string | undefined {
    return address.startsWith("id:") ? address.slice("id:".length) : this.#ids.get(address);
  }

  /** @throws Problem 409 if what is needed was not made, or is gone */
  need(address: string): string {
    const id = this.findId(address);
    if (id === undefined) throw new Problem(409, `There is no ${address} on the platform yet.`);
    return id;
  }

  getAddress(kind: Kind, id: string): string {
    // Specifications are known by their slugs, which are in their paths.
    if (kind === "specification") return `specs/${id}`;
    return this.#addresses.get(`${kind} ${id}`) ?? `id:${id}`;
  }

  getEmail(userId: string): string {
    return this.#emails.get(userId) ?? `id:${userId}`;
  }

  /** @throws Problem 409 for an email that is no member's */
  getUser(email: string): string {
    const id = email.startsWith("id:") ? email.slice("id:".length) : this.#users.get(email);
    if (id !== undefined) return id;
    throw new Problem(409, `${email} is no ${nounOf.member} of the organization.`);
  }
}

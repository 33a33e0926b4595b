/** Which handlers answer which part of the contract: the one table to add a noun to. */
import * as collection from "../contract/collection.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import * as organization from "../contract/organization.ts";
import * as space from "../contract/space.ts";
import * as user from "../contract/user.ts";
import type { Call, Handlers } from "./handlers.ts";

/** Any handler; written as a method, so that each may ask for the input of its own endpoint. */
export type AnyHandler = { answer(input: object, call: Call): Promise<unknown> }["answer"];

/** A module of the contract with its handlers, which are loaded by the first request for one. */
export interface Room {
  readonly contract: Readonly<Record<string, Endpoint>>;
  readonly load: () => Promise<Readonly<Record<string, AnyHandler>>>;
}

/** Pairs the two; the compiler asks that every endpoint has its handler. */
export function room<M extends Readonly<Record<string, Endpoint>>>(
  contract: M,
  load: () => Promise<Handlers<M> & Readonly<Record<string, AnyHandler>>>,
): Room {
  return { contract, load };
}

export const rooms: readonly Room[] = [
  room(user, () => import("./user.ts").then((m) => m.handlers)),
  room(organization, () => import("./organization.ts").then((m) => m.handlers)),
  room(collection, () => import("./collection.ts").then((m) => m.handlers)),
  room(space, () => import("./space.ts").then((m) => m.handlers)),
];

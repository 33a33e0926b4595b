/** A module of the contract with its handlers, both loaded by the first request for one of them. */
import { type Endpoint, placesOf } from "../../contract/endpoint.ts";
import { places } from "../../contract/places.ts";
import type { Call, Handlers } from "./handlers.ts";

/** Any handler; written as a method, so that each may ask for the input of its own endpoint. */
export type AnyHandler = { answer(input: object, call: Call): Promise<unknown> }["answer"];

type Contract = Readonly<Record<string, Endpoint>>;

export interface RouteModule {
  /** Where its endpoints are, so that a request loads no module but those that may have its endpoint. */
  readonly places: readonly string[];
  readonly contract: () => Promise<Contract>;
  readonly load: () => Promise<Readonly<Record<string, AnyHandler>>>;
}

/** Pairs a contract with its handlers; the compiler asks that every endpoint has its handler. */
export function routeModule<M extends Contract>(
  contract: M,
  load: () => Promise<Handlers<M> & Readonly<Record<string, AnyHandler>>>,
): RouteModule {
  return { places: placesOf(Object.values(contract)), contract: async () => contract, load };
}

/**
 * The same for a contract that is loaded by the first request below one of its places.
 * @param name of the contract's module
 */
export function lateModule<M extends Contract>(
  name: keyof typeof places,
  contract: () => Promise<M>,
  load: () => Promise<Handlers<M> & Readonly<Record<string, AnyHandler>>>,
): RouteModule {
  return { places: places[name], contract, load };
}

/** All operations of these modules; loads every one of them. */
export async function endpointsOf(modules: readonly RouteModule[]): Promise<Endpoint[]> {
  const contracts = await Promise.all(modules.map(({ contract }) => contract()));
  return contracts.flatMap((contract) => Object.values(contract));
}

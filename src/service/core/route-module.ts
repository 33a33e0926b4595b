/** A module of the contract with its handlers, both loaded by the first request for one of them. */
import { type Endpoint, pathOf } from "../../contract/endpoint.ts";
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
  return { places: placesOf(contract), contract: async () => contract, load };
}

/** The same for a contract that is loaded by the first request below one of its places. */
export function lateModule<M extends Contract>(
  places: readonly string[],
  contract: () => Promise<M>,
  load: () => Promise<Handlers<M> & Readonly<Record<string, AnyHandler>>>,
): RouteModule {
  return { places, contract, load };
}

/**
 * The place of a path below its prefix: its first and its third part, with a star for the second,
 * which is a name. The other two are names in no path.
 */
export function placeOf([first = "", second, third]: readonly string[]): string {
  if (second === undefined) return first;
  return third === undefined ? `${first}/*` : `${first}/*/${third}`;
}

/** Where the endpoints of a contract are. */
export function placesOf(contract: Contract): string[] {
  const places = Object.values(contract).map((endpoint) =>
    placeOf(pathOf(endpoint).slice(1).split("/")),
  );
  return [...new Set(places)].sort();
}

/** All operations of these modules; loads every one of them. */
export async function endpointsOf(modules: readonly RouteModule[]): Promise<Endpoint[]> {
  const contracts = await Promise.all(modules.map(({ contract }) => contract()));
  return contracts.flatMap((contract) => Object.values(contract));
}

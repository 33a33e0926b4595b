/** A module of the contract with its handlers, both loaded by the first request for one of them. */
import { type Endpoint, listRoutePrefixes } from "../../contract/endpoint.ts";
import { routePrefixes } from "../../contract/route-prefixes.ts";
import type { Call, Handlers, Preparations } from "./handlers.ts";

/** Any handler; written as a method, so that each may take the input of its own endpoint. */
export type AnyHandler = { answer(input: object, call: Call): Promise<unknown> }["answer"];

/** Long work before a transaction; written as a method for the same reason. */
export type AnyPreparation = { prepare(input: object, call: Call): Promise<void> }["prepare"];

type Contract = Readonly<Record<string, Endpoint>>;

export interface RouteModule {
  /** Where its endpoints are, so that a request loads no module but those that may have its endpoint. */
  readonly routePrefixes: readonly string[];
  readonly contract: () => Promise<Contract>;
  readonly load: () => Promise<Readonly<Record<string, AnyHandler>>>;
  /** Loaded by the first request that writes with one of its operations. */
  readonly preparations?: () => Promise<Readonly<Record<string, AnyPreparation>>>;
}

/** Pairs a contract with its handlers; the compiler requires a handler for every endpoint. */
export function routeModule<M extends Contract>(
  contract: M,
  load: () => Promise<Handlers<M> & Readonly<Record<string, AnyHandler>>>,
): RouteModule {
  return {
    routePrefixes: listRoutePrefixes(Object.values(contract)),
    contract: async () => contract,
    load,
  };
}

/**
 * The same for a contract that is loaded by the first request below one of its prefixes.
 * @param name of the contract's module
 */
export function lateModule<M extends Contract>(
  name: keyof typeof routePrefixes,
  contract: () => Promise<M>,
  load: () => Promise<Handlers<M> & Readonly<Record<string, AnyHandler>>>,
  preparations?: () => Promise<Preparations<M> & Readonly<Record<string, AnyPreparation>>>,
): RouteModule {
  return {
    routePrefixes: routePrefixes[name],
    contract: async () => endpointsIn(await contract()),
    load,
    ...(preparations && { preparations }),
  };
}

/** The bundler may give a module an export of its own: the module as one object, for others to import. */
function endpointsIn(contract: Contract): Contract {
  return Object.fromEntries(Object.entries(contract).filter(([, one]) => "route" in one));
}

/** All operations of these modules; loads every one of them. */
export async function listEndpoints(modules: readonly RouteModule[]): Promise<Endpoint[]> {
  const contracts = await Promise.all(modules.map(({ contract }) => contract()));
  return contracts.flatMap((contract) => Object.values(contract));
}

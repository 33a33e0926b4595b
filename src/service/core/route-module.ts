/** Contract modules with their handlers, both loaded by the first request for one of them. */
import { type Endpoint, listRoutePrefixes } from "../../contract/endpoint.ts";
import { routePrefixes } from "../../contract/route-prefixes.ts";
import type { Call, Handlers, Preparations } from "./handlers.ts";

/** Any handler; declared as a method, so that each may take the input of its own endpoint. */
export type AnyHandler = { answer(input: object, call: Call): Promise<unknown> }["answer"];

/** Work before a transaction; declared as a method for the same reason. */
export type AnyPreparation = { prepare(input: object, call: Call): Promise<void> }["prepare"];

type Contract = Readonly<Record<string, Endpoint>>;

export interface RouteModule {
  /**
   * Path prefixes of the endpoints, so that a request loads only the modules that may have its
   * endpoint.
   */
  readonly routePrefixes: readonly string[];
  readonly contract: () => Promise<Contract>;
  readonly load: () => Promise<Readonly<Record<string, AnyHandler>>>;
  /** Loaded by the first write request for one of its operations. */
  readonly preparations?: () => Promise<Readonly<Record<string, AnyPreparation>>>;
}

/** Pairs a contract with its handlers; the compiler requires a handler for every endpoint. */
export function createRouteModule<M extends Contract>(
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
 * Loads the contract too, with the first request below one of its prefixes.
 * @param name the name of the contract module
 */
export function createLazyModule<M extends Contract>(
  name: keyof typeof routePrefixes,
  contract: () => Promise<M>,
  load: () => Promise<Handlers<M> & Readonly<Record<string, AnyHandler>>>,
  preparations?: () => Promise<Preparations<M> & Readonly<Record<string, AnyPreparation>>>,
): RouteModule {
  return {
    routePrefixes: routePrefixes[name],
    contract: async () => pickEndpoints(await contract()),
    load,
    ...(preparations && { preparations }),
  };
}

/**
 * The bundler may add an export to a module: the module as one object, for other modules to import.
 */
function pickEndpoints(contract: Contract): Contract {
  return Object.fromEntries(Object.entries(contract).filter(([, one]) => "route" in one));
}

/** All operations of the modules; loads every module. */
export async function listEndpoints(modules: readonly RouteModule[]): Promise<Endpoint[]> {
  const contracts = await Promise.all(modules.map(({ contract }) => contract()));
  return contracts.flatMap((contract) => Object.values(contract));
}

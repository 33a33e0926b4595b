/** Says of an address or a method that nothing answers what is the matter with it. */
import type { WireResponse } from "../../contract/wire.ts";
import { Problem } from "../../errors.ts";
import { failure } from "../core/answers.ts";
import type { Exchange } from "./request-context.ts";
import { nothingAt } from "./router.ts";

/**
 * Answers 405 with the methods that the address takes.
 * @throws Problem 501 for an operation that the hosted platform has and this one has not, else 404
 */
export function refuseUnknown(exchange: Exchange): Promise<WireResponse> | undefined {
  const { found } = exchange.context;
  return found === undefined || "allowed" in found ? refuse(exchange) : undefined;
}

async function refuse({ request: { method }, address, context }: Exchange): Promise<WireResponse> {
  const { absentOperation } = await import("./absent-operations.ts");
  const operation = absentOperation(method, address.parts);
  if (operation !== undefined) {
    context.absent = operation;
    throw new Problem(501, `${operation} is an operation that this platform does not have.`);
  }
  const { found } = context;
  if (found === undefined || !("allowed" in found)) throw nothingAt(method, address.path);
  context.refused = { status: 405, message: "This method is not possible here." };
  const allow = found.allowed.join(", ");
  return failure(405, `${method} is not possible here; this address takes ${allow}.`, { allow });
}

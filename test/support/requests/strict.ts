/** Strict versions of response models: the local platform must respond exactly as documented. */
import * as z from "zod/mini";
import type { Endpoint } from "../../../src/contract/endpoint.ts";
import { renderOutput } from "../../../src/contract/integration-script.model.ts";

const strictModels = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/** @returns the model without unknown keys and open enumerations, at every depth */
export function strict(model: z.core.$ZodType): z.core.$ZodType {
  let made = strictModels.get(model);
  if (!made) {
    made = remade(model);
    strictModels.set(model, made);
  }
  return made;
}

function remade(model: z.core.$ZodType): z.core.$ZodType {
  // Elements of integrations can have any members.
  if (model === renderOutput) return model;
  if (model instanceof z.ZodMiniObject) {
    const members = Object.entries<z.core.$ZodType>(model.def.shape);
    return z.strictObject(
      Object.fromEntries(members.map(([name, member]) => [name, strict(member)])),
    );
  }
  if (model instanceof z.ZodMiniArray) return z.array(strict(model.def.element));
  if (model instanceof z.ZodMiniOptional) return z.optional(strict(model.def.innerType));
  if (model instanceof z.ZodMiniNullable) return z.nullable(strict(model.def.innerType));
  if (model instanceof z.ZodMiniRecord) return z.record(z.string(), strict(model.def.valueType));
  if (model instanceof z.ZodMiniLazy) return z.lazy(() => strict(model.def.getter()));
  if (model instanceof z.ZodMiniUnion) {
    const options: readonly z.core.$ZodType[] = model.def.options;
    const isOpen = options.some((option) => option instanceof z.ZodMiniString);
    const closed = isOpen && options.find((option) => option instanceof z.ZodMiniEnum);
    return closed || z.union(options.map(strict));
  }
  return model;
}

/**
 * Validates the body of a successful response strictly.
 * @throws an error that lists all violations
 */
export async function checkAnswer(endpoint: Endpoint, body: unknown): Promise<void> {
  if (!endpoint.output) {
    if (body !== undefined && body !== "") throw new Error(`${endpoint.operation} has no body`);
    return;
  }
  const result = z.safeParse(strict(await endpoint.output()), body);
  if (!result.success) {
    throw new Error(`${endpoint.operation} answered ${z.prettifyError(result.error)}`);
  }
}

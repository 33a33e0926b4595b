/** Generated values for models. */
import * as z from "zod/mini";

/** Maximum depth of recursive models. */
const mostInside = 2;

interface Making {
  readonly word: string;
  /** Depth to which optional members are included. */
  readonly depth: number;
  /** The number of enclosing recursive models. */
  readonly inside: number;
}

/**
 * @param depth the depth to which optional members are included; none by default
 * @returns a value that the model accepts, or undefined if none can be generated
 */
export function valueOfModel(model: z.core.$ZodType, word: string, depth = 0): unknown {
  return fitting(model, { word, depth, inside: 0 });
}

function fitting(model: z.core.$ZodType, making: Making): unknown {
  const value = made(model, making);
  return z.safeParse(model, value).success ? value : undefined;
}

function made(model: z.core.$ZodType, making: Making): unknown {
  if (model instanceof z.ZodMiniObject) return getObject(model, making);
  if (model instanceof z.ZodMiniUnion || model instanceof z.ZodMiniDiscriminatedUnion) {
    const options: readonly z.core.$ZodType[] = model.def.options;
    return options.map((option) => fitting(option, making)).find((value) => value !== undefined);
  }
  if (model instanceof z.ZodMiniLazy) {
    const inside = making.inside + 1;
    return inside > mostInside ? undefined : made(model.def.getter(), { ...making, inside });
  }
  if (model instanceof z.ZodMiniArray) {
    const one = made(model.def.element, making);
    return one === undefined ? [] : [one];
  }
  if (model instanceof z.ZodMiniOptional) return made(model.def.innerType, making);
  if (model instanceof z.ZodMiniNullable) return made(model.def.innerType, making);
  if (model instanceof z.ZodMiniLiteral) return model.def.values[0];
  if (model instanceof z.ZodMiniEnum) return Object.values(model.def.entries)[0];
  if (model instanceof z.ZodMiniRecord) return {};
  if (model instanceof z.ZodMiniNumber) return 1;
  if (model instanceof z.ZodMiniBoolean) return true;
  if (model instanceof z.ZodMiniString) {
    const words = [
      making.word,
      "probe@example.com",
      "https://example.com/probe",
      "2026-01-31T09:30:00Z",
      "0b5c6f0e-7a52-7c52-9d3a-6b1f0e2d4c11",
      "#346ddb",
    ];
    return words.find((one) => z.safeParse(model, one).success);
  }
  return undefined;
}

function getObject(model: z.ZodMiniObject, making: Making): object {
  const value: Record<string, unknown> = {};
  for (const [name, member] of Object.entries<z.core.$ZodType>(model.def.shape)) {
    if (!(member instanceof z.ZodMiniOptional)) {
      value[name] = made(member, making);
    } else if (making.depth > 0) {
      const one = fitting(member, { ...making, depth: making.depth - 1 });
      if (one !== undefined) value[name] = one;
    }
  }
  return value;
}

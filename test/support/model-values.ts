/** Values that fit a model, made out of the model alone. */
import * as z from "zod/mini";

/** @returns a plain value that the model takes, or undefined where none could be made */
export function valueOfModel(model: z.core.$ZodType, word: string): unknown {
  const value = made(model, word);
  return z.safeParse(model, value).success ? value : undefined;
}

function made(model: z.core.$ZodType, word: string): unknown {
  if (model instanceof z.ZodMiniObject) {
    const members = Object.entries<z.core.$ZodType>(model.def.shape);
    const needed = members.filter(([, member]) => !(member instanceof z.ZodMiniOptional));
    return Object.fromEntries(needed.map(([name, member]) => [name, made(member, word)]));
  }
  if (model instanceof z.ZodMiniUnion || model instanceof z.ZodMiniDiscriminatedUnion) {
    const options: readonly z.core.$ZodType[] = model.def.options;
    return options.map((option) => valueOfModel(option, word)).find((value) => value !== undefined);
  }
  if (model instanceof z.ZodMiniArray) return [made(model.def.element, word)];
  if (model instanceof z.ZodMiniNullable) return made(model.def.innerType, word);
  if (model instanceof z.ZodMiniLiteral) return model.def.values[0];
  if (model instanceof z.ZodMiniEnum) return Object.values(model.def.entries)[0];
  if (model instanceof z.ZodMiniRecord) return {};
  if (model instanceof z.ZodMiniNumber) return 1;
  if (model instanceof z.ZodMiniBoolean) return true;
  if (model instanceof z.ZodMiniString) {
    const words = [word, "probe@example.com", "https://example.com/probe", "2026-01-31T09:30:00Z"];
    return words.find((one) => z.safeParse(model, one).success);
  }
  return undefined;
}

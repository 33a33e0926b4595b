/** Dotted paths of a model, which let `--json` accept fields that no returned item has. */
import * as z from "zod/mini";

/** Deep enough for every response; ends the recursion of self-referencing models. */
const deepest = 4;

/** Paths of all members, including those in lists; for a page of a list, those of its items. */
export function listModelPaths(model: z.core.$ZodType): readonly string[] {
  const shape = model instanceof z.ZodMiniObject ? model.def.shape : {};
  const items: z.core.$ZodType | undefined = shape.items;
  const isPage = items instanceof z.ZodMiniArray && "next" in shape;
  return [...new Set(listPathsBelow(isPage ? items : model, "", 0))];
}

function listPathsBelow(model: z.core.$ZodType, prefix: string, depth: number): string[] {
  if (depth > deepest) return [];
  if (model instanceof z.ZodMiniObject) {
    return Object.entries<z.core.$ZodType>(model.def.shape).flatMap(([name, member]) => {
      const path = prefix === "" ? name : `${prefix}.${name}`;
      return [path, ...listPathsBelow(member, path, depth + 1)];
    });
  }
  if (model instanceof z.ZodMiniArray) return listPathsBelow(model.def.element, prefix, depth);
  if (model instanceof z.ZodMiniOptional || model instanceof z.ZodMiniNullable) {
    return listPathsBelow(model.def.innerType, prefix, depth);
  }
  // Also a union whose options are told apart by a member.
  if (model instanceof z.core.$ZodUnion) {
    const { options } = model._zod.def;
    return options.flatMap((option) => listPathsBelow(option, prefix, depth));
  }
  if (model instanceof z.ZodMiniLazy) return listPathsBelow(model.def.getter(), prefix, depth + 1);
  return [];
}

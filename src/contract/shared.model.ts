/** Building blocks of models. */
import * as z from "zod/mini";
import { levels, roles } from "./roles.ts";

/** An enum to which newer platforms may add values. */
export function open<const V extends readonly [string, ...string[]]>(values: V) {
  return z.union([z.enum(values), z.string()]);
}

export const time = z.iso.datetime({ offset: true });
export const url = z.url();
export const role = open(roles);
export const level = open(levels);

/** An object with unknown members. */
export const object = z.looseObject({});

/** One page of a list of `item`. */
export function createPageModel<T extends z.ZodMiniType>(item: T) {
  return z.looseObject({
    items: z.array(item),
    next: z.optional(z.looseObject({ page: z.string() })),
    count: z.optional(z.number()),
  });
}

/** An object of booleans with exactly these names. */
export function createPermissionsModel<const N extends string>(names: readonly N[]) {
  return z.looseObject(
    Object.fromEntries(names.map((name) => [name, z.boolean()])) as Record<N, z.ZodMiniBoolean>,
  );
}

/** Temporary download URL that requires no token. */
export const download = z.looseObject({ url });

/** Token of limited validity. */
export const temporaryToken = z.looseObject({ token: z.string() });

/** A block that an integration adds to the editor. */
export const integrationBlock = z.looseObject({
  id: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  icon: z.optional(z.string()),
  urlUnfurl: z.optional(z.array(z.string())),
  markdown: z.optional(z.looseObject({ codeblock: z.string(), body: z.string() })),
});

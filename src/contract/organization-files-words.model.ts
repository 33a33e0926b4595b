/** Building blocks of the models of organization files. */
import * as z from "zod/mini";
import { levels, roles } from "./roles.ts";

/** Adds the description that an editor shows for a name. */
export function withHelp<T extends z.ZodMiniType>(help: string, model: T): T {
  z.globalRegistry.add(model, { description: help });
  return model;
}

export const createTextModel = (max: number, min = 0) =>
  z.string().check(z.minLength(min), z.maxLength(max));
/** A value that comes from an environment variable. */
const fromEnvironment = withHelp(
  "Value of an environment variable, for secrets that must not be in a file",
  z.strictObject({
    env: z
      .string()
      .check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of an environment variable")),
  }),
);

/**
 * A secret value, which no output contains. Only secret values may come from environment variables.
 * In the JSON Schema it is `writeOnly`.
 */
export function markSecret<T extends z.ZodMiniType>(help: string, model: T) {
  const either = z.union([model, fromEnvironment]);
  z.globalRegistry.add(either, { description: help, writeOnly: true });
  return either;
}

export const address = createTextModel(2048, 1);
export const role = z.enum(roles);
export const roleOrGuest = z.enum([...roles, "guest"]);
export const level = z.nullable(z.enum(levels));
export const email = z.string().check(z.regex(/^[^@\s]+@[^@\s]+$/, "must be an email address"));
export const key = z
  .string()
  .check(
    z.maxLength(100),
    z.regex(
      /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u,
      "must be a key: letters and digits, with . _ - in between",
    ),
  );

/** Members of a resource; if the list is complete, unlisted members are removed. */
export const createNamedModel = <T extends z.ZodMiniType>(of: T) =>
  z.nullable(
    z.catchall(
      z.object({
        exclusive: z.optional(
          withHelp(
            "true makes the list complete: members that are not in it are removed",
            z.literal([true, false]),
          ),
        ),
      }),
      of,
    ),
  );

export const grants = z.optional(
  withHelp(
    "Roles by email address of a member, or by team as teams/<key>",
    createNamedModel(z.nullable(role)),
  ),
);
export const protect = z.optional(
  withHelp("true prevents deletion, even after it is removed from the file", z.boolean()),
);
export const moved = z.optional(withHelp("Previous key", key));

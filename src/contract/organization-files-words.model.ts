/** What the files that describe an organization are written with. */
import * as z from "zod/mini";
import { levels, roles } from "./roles.ts";

/** Adds what an editor shows beside a name. */
export function told<T extends z.ZodMiniType>(help: string, model: T): T {
  z.globalRegistry.add(model, { description: help });
  return model;
}

export const text = (max: number, min = 0) => z.string().check(z.minLength(min), z.maxLength(max));
/** A value that is not written down: that of a variable of the environment. */
const fromEnvironment = told(
  "The value of a variable of the environment, for what no file may hold",
  z.strictObject({
    env: z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of a variable")),
  }),
);

/**
 * A value that no output shows, and the only kind that a variable of the environment may give. In the
 * JSON schema it is `writeOnly`.
 */
export function secret<T extends z.ZodMiniType>(help: string, model: T) {
  const either = z.union([model, fromEnvironment]);
  z.globalRegistry.add(either, { description: help, writeOnly: true });
  return either;
}

export const address = text(2048, 1);
export const role = z.enum(roles);
export const roleOrGuest = z.enum([...roles, "guest"]);
export const level = z.nullable(z.enum(levels));
export const email = z.string().check(z.regex(/^[^@\s]+@[^@\s]+$/, "must be an email address"));
export const key = z
  .string()
  .check(
    z.maxLength(100),
    z.regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, "must be a key: letters, digits and . _ - between"),
  );

/** Everybody in it, if it says so: whoever is not named is taken out. */
export const named = <T extends z.ZodMiniType>(of: T) =>
  z.nullable(
    z.catchall(
      z.object({
        exclusive: z.optional(
          told(
            "true makes the list whole: what it does not name is taken out",
            z.literal([true, false]),
          ),
        ),
      }),
      of,
    ),
  );

export const grants = z.optional(
  told(
    "Who has which role here: emails of members, and teams as teams/<key>",
    named(z.nullable(role)),
  ),
);
export const protect = z.optional(
  told("true keeps it from being deleted, also after it was removed from here", z.boolean()),
);
export const moved = z.optional(told("The key that it had before", key));

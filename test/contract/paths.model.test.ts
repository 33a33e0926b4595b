import { expect, test } from "vitest";
import * as z from "zod/mini";
import { listModelPaths } from "../../src/contract/paths.model.ts";

const user = z.object({ id: z.string(), email: z.optional(z.string()) });

/** A model that contains itself. */
const tree: z.core.$ZodType = z.object({ title: z.string(), below: z.lazy(() => tree) });

test.each<[string, z.core.$ZodType, readonly string[]]>([
  ["an object", user, ["id", "email"]],
  ["nested objects", z.object({ by: user, at: z.string() }), ["by", "by.id", "by.email", "at"]],
  ["a list", z.array(user), ["id", "email"]],
  ["a list in an object", z.object({ users: z.array(user) }), ["users", "users.id", "users.email"]],
  ["an optional value that can be null", z.optional(z.nullable(user)), ["id", "email"]],
  [
    "alternatives",
    z.union([user, z.object({ id: z.string(), name: z.string() }), z.string()]),
    ["id", "email", "name"],
  ],
  [
    "kinds of an object",
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("page"), id: z.string() }),
      z.object({ kind: z.literal("external"), url: z.string() }),
    ]),
    ["kind", "id", "url"],
  ],
  ["a page of a list", z.object({ items: z.array(user), next: z.string() }), ["id", "email"]],
  [
    "an object that only has items",
    z.object({ items: z.array(user) }),
    ["items", "items.id", "items.email"],
  ],
  [
    "an object whose items are no list",
    z.object({ items: user, next: z.string() }),
    ["items", "items.id", "items.email", "next"],
  ],
  [
    "a model that contains itself",
    tree,
    ["title", "below", "below.title", "below.below", "below.below.title", "below.below.below"],
  ],
  ["a text", z.string(), []],
])("the paths of %s", (_, model, paths) => {
  expect(listModelPaths(model)).toEqual(paths);
});

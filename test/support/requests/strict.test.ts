import { expect, test } from "vitest";
import * as z from "zod/mini";
import { createPageModel, open } from "../../../src/contract/shared.model.ts";
import { strict } from "./strict.ts";

const model = createPageModel(
  z.looseObject({
    kind: open(["one", "two"]),
    maybe: z.optional(z.nullable(z.looseObject({ inner: z.string() }))),
  }),
);

function accepts(body: unknown): boolean {
  return z.safeParse(strict(model), body).success;
}

test("a documented response passes the strict model", () => {
  expect(accepts({ items: [{ kind: "one", maybe: { inner: "" } }, { kind: "two" }] })).toBe(true);
});

test("an undocumented field fails the strict model at any depth", () => {
  expect(accepts({ items: [], extra: 1 })).toBe(false);
  expect(accepts({ items: [{ kind: "one", extra: 1 }] })).toBe(false);
  expect(accepts({ items: [{ kind: "one", maybe: { inner: "", extra: 1 } }] })).toBe(false);
});

test("a value outside an open enum fails the strict model", () => {
  expect(accepts({ items: [{ kind: "three" }] })).toBe(false);
});

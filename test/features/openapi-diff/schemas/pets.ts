/** Schemas that a discriminator tells apart. */
import type { Tree } from "./compare-bodies.ts";

export const tagged = (kind: string, more: Tree = {}) => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { const: kind }, ...more },
});
export const dog = tagged("dog", { bark: { type: "string" } });
export const cat = tagged("cat", { purr: { type: "string" } });
export const toDog = { $ref: "#/components/schemas/Dog" };
export const toCat = { $ref: "#/components/schemas/Cat" };
export const discriminator = { propertyName: "kind" };

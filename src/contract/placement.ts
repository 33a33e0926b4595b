/** Fields for the position and default level of collections and spaces. */
import { enumeration, group, id, nullable, optional, pointer } from "./fields.ts";
import { levels } from "./roles.ts";

const createSiblingField = (where: "before" | "after") =>
  optional(
    pointer(["space", "collection"], `Place it right ${where} this space, or collection:<id>`, {
      bare: "space",
    }),
  );

/** Target of a move: a parent, and the position among its siblings. */
export const placement = {
  parent: optional(
    nullable(id("collection", "Parent collection; --no-parent moves to the top level")),
  ),
  position: optional(
    group(
      { before: createSiblingField("before"), after: createSiblingField("after") },
      "Position among its siblings",
    ),
  ),
};

export const defaultLevel = optional(
  nullable(enumeration(levels, "Default role of members; none limits access to grants")),
);

export const toOrganization = id("org", "Organization to transfer to");

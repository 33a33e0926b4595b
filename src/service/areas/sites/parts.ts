/** References to parts of a site, as the operations write them, in one form. */
import type { Pointer } from "../../../contract/fields.ts";
import type { Part } from "./moves.ts";

type SitePointer = Pointer<"siteSection"> | Pointer<"siteSpace">;

export function partIn(pointer: SitePointer): Part {
  return pointer.type === "site-section"
    ? { type: pointer.type, id: pointer.siteSection }
    : { type: pointer.type, id: pointer.siteSpace };
}

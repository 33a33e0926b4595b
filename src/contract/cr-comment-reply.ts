/** Operations on replies to comments in a change request. */
import { getReplies, inChangeRequest, resolved } from "./comment-operations.ts";

export const { list, create, get, update, remove } = getReplies(inChangeRequest, {
  summary: "Change the text or reactions of a reply in a change request, or resolve its comment",
  fields: { resolved },
});

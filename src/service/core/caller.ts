/** What a change needs to know of the one who makes it, once it is clear that he may. */
import type { Call } from "./handlers.ts";

/** A handler's call has it all; the sample workspace has it too, for each of its people. */
export type Acting = Pick<Call, "db" | "caller" | "now" | "base" | "newId" | "enqueue">;

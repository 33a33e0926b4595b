/** What a person needs to know to sign in by single sign-on. */
import * as z from "zod/mini";
import { url } from "./shared.model.ts";

export const logins = z.looseObject({
  items: z.array(z.looseObject({ id: z.string(), label: z.string(), startURL: url })),
});

/** Sign-in information of a single sign-on provider. */
import * as z from "zod/mini";
import { url } from "./shared.model.ts";

export const logins = z.looseObject({
  items: z.array(z.looseObject({ id: z.string(), label: z.string(), startURL: url })),
});

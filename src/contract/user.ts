/** The caller. */
import { endpoint } from "./endpoint.ts";

export const current = endpoint({
  does: "Show the user of the token in use",
  operation: "getAuthenticatedUser",
  route: "GET /user",
  input: {},
  output: () => import("./user.model.ts").then((m) => m.user),
  extension: true,
});

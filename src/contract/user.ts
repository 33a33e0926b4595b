/** Operations on the authenticated user. */
import { endpoint } from "./endpoint.ts";
import { id, optional, text } from "./fields.ts";

const loadModel = () => import("./user.model.ts").then((m) => m.user);

export const current = endpoint({
  summary: "Show the authenticated user",
  operation: "getAuthenticatedUser",
  route: "GET /user",
  input: {},
  output: loadModel,
  extension: true,
});

export const update = endpoint({
  summary: "Change your display name or picture",
  operation: "updateUserById",
  route: "PATCH /users/{userId}",
  input: {
    userId: id("user"),
    displayName: optional(text("Name", { min: 1, max: 64, syntax: "words" })),
    photoURL: optional(text("URL of a picture", { max: 2048, format: "url" })),
  },
  output: loadModel,
  extension: true,
});

export const createNotificationsToken = endpoint({
  summary: "Create a token for the notification service of the web app",
  operation: "createUserNotificationsToken",
  route: "POST /user/notifications/token",
  input: {},
  output: () => import("./shared.model.ts").then((m) => m.temporaryToken),
  secretMembers: ["token"],
});

/** `tome auth`. */
import { flag, optional, text } from "../contract/fields.ts";
import { noun, task } from "./verb.ts";

export const commands = noun({
  does: "Log in and out, and manage tokens",
  verbs: {
    login: task({
      does: "Store a token for a platform",
      fields: {
        withToken: optional(flag("Read the token from standard input")),
        web: optional(flag("Sign in to a tome server in the browser")),
        browser: optional(
          flag("Open the browser; --no-browser prints the URL instead", { default: true }),
        ),
        offline: optional(flag("Store the token without verifying it")),
        insecureStorage: optional(flag("Store the token in a file instead of the keyring")),
      },
      settings: "new profile",
      examples: [
        "auth login",
        "auth login --with-token < token.txt",
        "auth login --insecure-storage",
        "auth login --web --base-url http://127.0.0.1:4620",
        "auth login --profile work --base-url https://api.example.com",
      ],
      load: () => import("../features/auth/login.ts").then((m) => m.login),
    }),
    logout: task({
      does: "Delete the stored token of a profile",
      fields: {},
      load: () => import("../features/auth/auth.ts").then((m) => m.logout),
    }),
    status: task({
      does: "Show the token in use, its storage and whether it is valid",
      fields: { offline: optional(flag("Skip the verification of the token")) },
      load: () => import("../features/auth/auth.ts").then((m) => m.status),
    }),
    token: task({
      does: "Print the token in use",
      fields: {},
      examples: ["auth token --profile work"],
      load: () => import("../features/auth/auth.ts").then((m) => m.printToken),
    }),
    list: task({
      does: "List profiles with their platform and token storage",
      fields: {},
      settings: "lenient",
      list: true,
      load: () => import("../features/auth/auth.ts").then((m) => m.listProfiles),
    }),
    switch: task({
      does: "Set the default profile",
      fields: { profileName: optional(text("Profile name", { placeholder: "profile" })) },
      arguments: ["profileName"],
      settings: "lenient",
      examples: ["auth switch work", "auth switch local"],
      load: () => import("../features/auth/auth.ts").then((m) => m.switchProfile),
    }),
  },
});

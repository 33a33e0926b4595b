/** `tome auth`. */
import { boolean, optional, text } from "./fields.ts";
import { custom, noun } from "./verb.ts";

export const commands = noun({
  summary: "Log in and out, and manage tokens",
  verbs: {
    login: custom({
      summary: "Store a token for a platform",
      fields: {
        withToken: optional(boolean("Read the token from standard input")),
        web: optional(boolean("Sign in to a tome server in the browser")),
        browser: optional(
          boolean("Open the browser; --no-browser prints the URL instead", { default: true }),
        ),
        offline: optional(boolean("Store the token without verifying it")),
        insecureStorage: optional(boolean("Store the token in a file instead of the keyring")),
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
    logout: custom({
      summary: "Delete the stored token of a profile",
      fields: {},
      load: () => import("../features/auth/auth.ts").then((m) => m.logout),
    }),
    status: custom({
      summary: "Show the token in use, its storage and whether it is valid",
      fields: { offline: optional(boolean("Skip the verification of the token")) },
      load: () => import("../features/auth/auth.ts").then((m) => m.showAuthStatus),
    }),
    token: custom({
      summary: "Print the token in use",
      fields: {},
      examples: ["auth token --profile work"],
      load: () => import("../features/auth/auth.ts").then((m) => m.printToken),
    }),
    list: custom({
      summary: "List profiles with their platform and token storage",
      fields: {},
      settings: "lenient",
      list: true,
      load: () => import("../features/auth/auth.ts").then((m) => m.listProfiles),
    }),
    switch: custom({
      summary: "Set the default profile",
      fields: { profileName: optional(text("Profile name", { placeholder: "profile" })) },
      arguments: ["profileName"],
      settings: "lenient",
      examples: ["auth switch work", "auth switch local"],
      load: () => import("../features/auth/auth.ts").then((m) => m.switchProfile),
    }),
  },
});

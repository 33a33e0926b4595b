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
        web: optional(flag("Get the token by signing in in the browser, at tome serve")),
        browser: optional(
          flag("Open the browser; --no-browser only prints the address", { default: true }),
        ),
        offline: optional(flag("Store it without asking the platform")),
        insecureStorage: optional(flag("Store it in a file, even if there is a keyring")),
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
      does: "Forget the stored token of a profile",
      fields: {},
      load: () => import("../features/auth/auth.ts").then((m) => m.logout),
    }),
    status: task({
      does: "Show which token is in use, where it is stored, and whether it works",
      fields: { offline: optional(flag("Do not ask the platform")) },
      load: () => import("../features/auth/auth.ts").then((m) => m.status),
    }),
    token: task({
      does: "Print the token in use",
      fields: {},
      examples: ["auth token --profile work"],
      load: () => import("../features/auth/auth.ts").then((m) => m.printToken),
    }),
    list: task({
      does: "List the profiles, with the platform and the storage of the token",
      fields: {},
      settings: "lenient",
      list: true,
      load: () => import("../features/auth/auth.ts").then((m) => m.listProfiles),
    }),
    switch: task({
      does: "Choose the profile to use by default",
      fields: { profileName: optional(text("Name of the profile", { placeholder: "profile" })) },
      arguments: ["profileName"],
      settings: "lenient",
      examples: ["auth switch work", "auth switch local"],
      load: () => import("../features/auth/auth.ts").then((m) => m.switchProfile),
    }),
  },
});

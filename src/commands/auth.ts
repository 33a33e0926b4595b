/** `tome auth`. */
import { flag, optional, text } from "../contract/fields.ts";
import { noun, task } from "./verb.ts";

export const commands = noun({
  does: "Log in and out, and look after tokens",
  verbs: {
    login: task({
      does: "Store a token for a platform",
      fields: {
        withToken: optional(flag("Read the token from standard input")),
        offline: optional(flag("Store it without asking the platform")),
        insecureStorage: optional(flag("Store it in a file, though there is a keyring")),
      },
      settings: "new profile",
      examples: [
        "auth login",
        "auth login --with-token < token.txt",
        "auth login --insecure-storage",
        "auth login --profile work --base-url https://api.example.com",
      ],
      load: () => import("../tasks/auth-login.ts").then((m) => m.login),
    }),
    logout: task({
      does: "Forget the stored token of a profile",
      fields: {},
      load: () => import("../tasks/auth-logout.ts").then((m) => m.logout),
    }),
    status: task({
      does: "Show which token is in use, where it is kept, and whether it works",
      fields: { offline: optional(flag("Do not ask the platform")) },
      load: () => import("../tasks/auth-status.ts").then((m) => m.status),
    }),
    token: task({
      does: "Print the token in use",
      fields: {},
      examples: ["auth token --profile work"],
      load: () => import("../tasks/auth-token.ts").then((m) => m.printToken),
    }),
    list: task({
      does: "List the profiles, the platform of each, and where its token is kept",
      fields: {},
      settings: "mending",
      list: true,
      load: () => import("../tasks/auth-list.ts").then((m) => m.listProfiles),
    }),
    switch: task({
      does: "Choose the profile that is used where nothing names another",
      fields: { profileName: optional(text("Name of the profile", { placeholder: "profile" })) },
      arguments: ["profileName"],
      settings: "mending",
      examples: ["auth switch work", "auth switch local"],
      load: () => import("../tasks/auth-switch.ts").then((m) => m.switchProfile),
    }),
  },
});

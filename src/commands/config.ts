/** `tome config`. */
import { list, text } from "./fields.ts";
import { custom, noun } from "./verb.ts";

const name = text("Name of the setting", { placeholder: "name" });

export const commands = noun({
  summary: "Manage settings",
  verbs: {
    get: custom({
      summary: "Print the value of a setting",
      fields: { name },
      arguments: ["name"],
      settings: "lenient",
      examples: ["config get org"],
      load: () => import("../features/settings/config.ts").then((m) => m.getSetting),
    }),
    set: custom({
      summary: "Set a setting of the profile",
      fields: { name, value: text("Value of the setting", { placeholder: "value" }) },
      arguments: ["name", "value"],
      settings: "lenient",
      examples: [
        "config set org Acme",
        "config set base-url https://api.example.com --profile work",
      ],
      load: () => import("../features/settings/config.ts").then((m) => m.setSetting),
    }),
    unset: custom({
      summary: "Remove settings from the profile",
      fields: { names: list(text("name"), "Names of the settings", { placeholder: "name" }) },
      arguments: ["names"],
      settings: "lenient",
      load: () => import("../features/settings/config.ts").then((m) => m.unsetSettings),
    }),
    list: custom({
      summary: "List the effective settings and their sources",
      fields: {},
      settings: "lenient",
      list: true,
      load: () => import("../features/settings/config.ts").then((m) => m.listSettings),
    }),
    path: custom({
      summary: "Print the path of the settings folder",
      fields: {},
      settings: "lenient",
      load: () => import("../features/settings/config.ts").then((m) => m.showSettingsPath),
    }),
  },
});

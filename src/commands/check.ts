/** `tome check`. */
import { flag, list, oneOf, optional, text } from "../contract/fields.ts";
import { task } from "./verb.ts";

export const command = task({
  does: "Check whether documentation is in order, by rules; `tome check rules` lists them",
  fields: {
    rule: optional(
      list(text("Rule to check; all unless given", { placeholder: "rule" }), "Rules to check"),
    ),
    repo: optional(
      text("Folder of a repository on this machine to check; nothing is sent anywhere", {
        placeholder: "folder",
      }),
    ),
    rules: optional(
      text("Configuration: levels, parameters, what is allowed until when, rules of your own", {
        placeholder: "file",
        default: ".tome.check.yaml",
      }),
    ),
    baseline: optional(
      text("File with findings that were there before and do not count", { placeholder: "file" }),
    ),
    updateBaseline: optional(
      flag("Write all findings to the baseline; without --baseline to .tome.check-baseline.json"),
    ),
    failOn: optional(
      oneOf(["error", "warning"], "Level from which findings end with exit code 10", {
        default: "error",
      }),
    ),
  },
  arguments: ["rule"],
  list: true,
  finds: true,
  settings: "lenient",
  examples: [
    "check --repo .",
    "check --repo . --fail-on warning --report sarif=check.sarif",
    "check link-broken --repo docs --json file,line,message",
    "check --repo . --baseline .tome.check-baseline.json",
    "check rules",
  ],
  load: () => import("../tasks/check/check.ts").then((m) => m.check),
});

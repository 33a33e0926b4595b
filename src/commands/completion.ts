/** `tome completion`. */
import { enumeration, flag, optional } from "../contract/fields.ts";
import { task } from "./verb.ts";

export const command = task({
  does: "Print or install shell completion",
  fields: {
    shell: enumeration(["bash", "zsh", "fish", "powershell"], "Shell", {
      placeholder: "shell",
    }),
    install: optional(flag("Install the script for the current user")),
  },
  arguments: ["shell"],
  examples: [
    "completion bash > ~/.local/share/bash-completion/completions/tome",
    "completion zsh --install",
  ],
  load: () => import("../features/completion/completion.ts").then((m) => m.completion),
});

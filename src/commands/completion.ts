/** `tome completion`. */
import { boolean, enumeration, optional } from "./fields.ts";
import { custom } from "./verb.ts";

export const command = custom({
  summary: "Print or install shell completion",
  fields: {
    shell: enumeration(["bash", "zsh", "fish", "powershell"], "Shell", {
      placeholder: "shell",
    }),
    install: optional(boolean("Install the script for the current user")),
  },
  arguments: ["shell"],
  examples: [
    "completion bash > ~/.local/share/bash-completion/completions/tome",
    "completion zsh --install",
  ],
  load: () => import("../features/completion/completion.ts").then((m) => m.printCompletion),
});

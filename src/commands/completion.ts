/** `tome completion`. */
import { enumeration, flag, optional } from "../contract/fields.ts";
import { task } from "./verb.ts";

export const command = task({
  does: "Print the completion script of a shell, or install it",
  fields: {
    shell: enumeration(["bash", "zsh", "fish", "powershell"], "Shell that the script is for", {
      placeholder: "shell",
    }),
    install: optional(flag("Install it where the shell finds it")),
  },
  arguments: ["shell"],
  examples: [
    "completion bash > ~/.local/share/bash-completion/completions/tome",
    "completion zsh --install",
  ],
  load: () => import("../features/completion/completion.ts").then((m) => m.completion),
});

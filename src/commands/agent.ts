/** `tome agent`. */
import { commands as conversation } from "./agent-conversation.ts";
import { status, task } from "./agent-task.ts";
import { boolean, enumeration, list, optional } from "./fields.ts";
import { custom, noun } from "./verb.ts";

const clients = ["claude", "codex", "cursor", "gemini", "opencode", "vscode"] as const;

export const commands = noun({
  summary: "Set up agents to use tome, and manage the agent of an organization",
  verbs: {
    setup: custom({
      summary: "Install the skill and the server of tome for agents",
      fields: {
        client: optional(
          list(enumeration(clients, "client"), "Program of the agent; default those in use", {}),
        ),
        project: optional(boolean("Set up for the current folder (default)")),
        user: optional(
          boolean("Set up for all projects of the user instead of the current folder"),
        ),
        allow: optional(
          enumeration(
            ["write", "delete"],
            "Changes that the agent may apply through the server; default none",
          ),
        ),
        status: optional(boolean("Show the state without changing anything")),
        remove: optional(boolean("Remove the skill and the server")),
      },
      list: true,
      examples: [
        "agent setup",
        "agent setup --client claude --client cursor --user",
        "agent setup --status --json",
        "agent setup --client codex --remove",
      ],
      load: () => import("../features/agents/setup.ts").then((m) => m.setUpAgent),
    }),
    status,
    task,
    conversation,
  },
});

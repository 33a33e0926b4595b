/** A context of a command whose platform, files and terminal a test chooses. */
import type { Context } from "../../../src/context.ts";
import { openScriptedClient, type ScriptedRequest } from "../network/scripted-client.ts";
import { createPartial } from "./partial.ts";

interface ContextOptions {
  /** As for `openScriptedClient`. */
  readonly answer?: (request: ScriptedRequest) => unknown;
  /** Documents by file name. */
  readonly documents?: Readonly<Record<string, unknown>>;
  /** The flag --yes. */
  readonly yes?: boolean;
  /** The answer to a prompt; absent without a terminal for prompts. */
  readonly confirms?: boolean;
  /** Whether the output is a terminal. */
  readonly screen?: boolean;
  /** Other members. */
  readonly more?: object;
}

export interface ScriptedContext {
  readonly context: Context;
  readonly sent: ReturnType<typeof openScriptedClient>["sent"];
  /** Warnings, notes and questions, in order. */
  readonly said: string[];
}

/** Members that the tested function does not use are absent. */
export function openScriptedContext({
  answer,
  documents = {},
  yes = false,
  confirms,
  screen = false,
  more = {},
}: ContextOptions = {}): ScriptedContext {
  const { client, sent } = openScriptedClient(answer);
  const said: string[] = [];
  const say = (kind: string) => (text: string) => void said.push(`${kind}: ${text}`);
  const context = createPartial<Context>({
    client: async () => client,
    readDocument: async (file: string) => documents[file],
    yes,
    choice: {},
    terminal: {
      note: say("note"),
      warn: say("warning"),
      outIsTerminal: screen,
      interactive: confirms !== undefined,
      confirm: async (question: string) => {
        say("question")(question);
        return confirms === true;
      },
      progress: () => ({ update: () => {}, stop: () => {} }),
    },
    ...more,
  });
  return { context, sent, said };
}

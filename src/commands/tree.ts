/** All commands by their first word; what belongs to one is loaded when it is asked for. */
import type { NounCommands, Verb } from "./verb.ts";

export interface Branch {
  /** In the list of commands. */
  readonly does: string;
  readonly group: "workspace" | "tool";
  readonly load: () => Promise<NounCommands | Verb>;
}

export const tree: Readonly<Record<string, Branch>> = {
  org: {
    does: "Organizations, their settings and invites",
    group: "workspace",
    load: () => import("./org.ts").then((m) => m.commands),
  },
  collection: {
    does: "Collections of spaces",
    group: "workspace",
    load: () => import("./collection.ts").then((m) => m.commands),
  },
  space: {
    does: "Spaces, the containers of pages",
    group: "workspace",
    load: () => import("./space.ts").then((m) => m.commands),
  },
  whoami: {
    does: "Show whose token is in use",
    group: "tool",
    load: () => import("./whoami.ts").then((m) => m.command),
  },
  auth: {
    does: "Log in and out, and look after tokens",
    group: "tool",
    load: () => import("./auth.ts").then((m) => m.commands),
  },
  config: {
    does: "Read and change settings",
    group: "tool",
    load: () => import("./config.ts").then((m) => m.commands),
  },
  api: {
    does: "Send any request of the API",
    group: "tool",
    load: () => import("./api.ts").then((m) => m.command),
  },
  serve: {
    does: "Serve the embedded platform over HTTP",
    group: "tool",
    load: () => import("./serve.ts").then((m) => m.command),
  },
  local: {
    does: "Look after the embedded platform's data",
    group: "tool",
    load: () => import("./local.ts").then((m) => m.commands),
  },
  completion: {
    does: "Print the completion script of a shell",
    group: "tool",
    load: () => import("./completion.ts").then((m) => m.command),
  },
};

/** The plural of a noun, which is accepted for it. */
export function pluralOf(noun: string): string {
  return noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

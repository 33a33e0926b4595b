/** The tools that agents see: names, descriptions and JSON schemas, without their implementation. */

type ToolProperties = Readonly<
  Record<string, { readonly type: string; readonly description?: string }>
>;

interface ToolDefinition {
  readonly description: string;
  readonly properties: ToolProperties;
  readonly required?: readonly string[];
  readonly isReadOnly?: true;
}

const text = { type: "string" };
const input = { type: "object" };
const cursor = { type: "string", description: "From the previous result" };

/** Every definition costs tokens in each conversation, so the descriptions are short. */
export const tools = {
  find_commands: {
    description: "Find commands of tome by task, with effect and required role.",
    properties: { query: text },
    required: ["query"],
    isReadOnly: true,
  },
  describe_command: {
    description: "JSON schema of a command's input. Titles work in place of ids.",
    properties: { command: text },
    required: ["command"],
    isReadOnly: true,
  },
  read: {
    description: "Run a read-only command, such as space list.",
    properties: {
      command: text,
      input,
      fields: { type: "string", description: "Comma-separated fields to return" },
      cursor,
    },
    required: ["command"],
    isReadOnly: true,
  },
  search_content: {
    description: "Search pages in the organization, or in one space.",
    properties: { query: text, space: text },
    required: ["query"],
    isReadOnly: true,
  },
  read_page: {
    description: "Read a page as Markdown.",
    properties: { space: text, page: { type: "string", description: "Path or id" }, cursor },
    required: ["space", "page"],
    isReadOnly: true,
  },
  plan: {
    description:
      "Prepare a write: its requests, required role, reversibility, and a digest for apply. Changes nothing.",
    properties: { command: text, input },
    required: ["command", "input"],
    isReadOnly: true,
  },
  apply: {
    description: "Execute a plan once. Refused if the resource has changed since.",
    properties: { plan: text, digest: text },
    required: ["plan", "digest"],
  },
  history: {
    description: "Recent write requests, newest first.",
    properties: { cursor },
    isReadOnly: true,
  },
  undo: {
    description: "Prepare the undo of an entry of the history. Execute it with apply.",
    properties: { entry: text },
    required: ["entry"],
    isReadOnly: true,
  },
} as const satisfies Readonly<Record<string, ToolDefinition>>;

export type ToolName = keyof typeof tools;

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(tools, name);
}

/** The definitions in the form of the protocol. */
export function listTools() {
  return Object.entries<ToolDefinition>(tools).map(
    ([name, { description, properties, required, isReadOnly }]) => ({
      name,
      description,
      inputSchema: {
        type: "object" as const,
        properties: { ...properties },
        ...(required && { required: [...required] }),
      },
      annotations: isReadOnly ? { readOnlyHint: true } : { destructiveHint: true },
    }),
  );
}

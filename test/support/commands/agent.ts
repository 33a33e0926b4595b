/** An agent's program: a published client of the protocol, connected to `tome mcp` in this process. */
import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/client";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { onTestFinished } from "vitest";
import { main } from "../../../src/app/main.ts";

export interface AgentAnswer {
  readonly text: string;
  readonly isError: boolean;
}

export interface Agent {
  readonly client: Client;
  readonly call: (tool: string, values: Readonly<Record<string, unknown>>) => Promise<AgentAnswer>;
  /** Calls plan and returns the plan and its digest. */
  readonly plan: (
    command: string,
    input: Readonly<Record<string, unknown>>,
  ) => Promise<{
    readonly plan: string;
    readonly digest: string;
    readonly requests: readonly unknown[];
  }>;
}

interface AgentOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Flags of `tome mcp`. */
  readonly flags?: readonly string[];
  /** Answers the question for a name; without it, the program cannot ask. */
  readonly answer?: (message: string) => string | undefined;
  /** The protocol of the newest revision, or of the one before. */
  readonly protocol?: "newest" | "earlier";
}

export async function openAgent({
  env,
  cwd = "/",
  flags = [],
  answer,
  protocol = "earlier",
}: AgentOptions): Promise<Agent> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const stderr = new PassThrough().resume();
  const ended = main(["mcp", "--local", ...flags], {
    stdin: toServer,
    stdout: toClient,
    stderr,
    env,
    cwd,
    interrupted: () => new Promise(() => {}),
  });
  const client = new Client(
    { name: "test agent", version: "1.2.3" },
    {
      capabilities: answer === undefined ? {} : { elicitation: { form: {} } },
      ...(protocol === "newest" && { versionNegotiation: { mode: "auto" as const } }),
    },
  );
  if (answer !== undefined) {
    client.setRequestHandler("elicitation/create", ({ params }) => {
      const name = answer(params.message);
      return name === undefined ? { action: "decline" } : { action: "accept", content: { name } };
    });
  }
  await client.connect(new StdioServerTransport(toClient, toServer));
  onTestFinished(async () => {
    toServer.end();
    await ended;
    await client.close();
  });
  const call = async (tool: string, values: Readonly<Record<string, unknown>>) => {
    const result = await client.callTool({ name: tool, arguments: { ...values } });
    const text = result.content.map((one) => (one.type === "text" ? one.text : "")).join("\n");
    return { text, isError: result.isError === true };
  };
  return {
    client,
    call,
    async plan(command, input) {
      const { text, isError } = await call("plan", { command, input });
      if (isError) throw new Error(text);
      return JSON.parse(dataIn(text));
    },
  };
}

/** The data of a result, without its mark. */
export function dataIn(text: string): string {
  return /<data[^>]*>\n([\s\S]*)\n<\/data>/.exec(text)?.[1] ?? text;
}

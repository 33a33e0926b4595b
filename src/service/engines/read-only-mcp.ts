/** A read-only server of the Model Context Protocol over HTTP, without sessions. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Headers as WireHeaders, WireRequest, WireResponse } from "../../contract/wire.ts";
import { findOwn } from "../../json/own-members.ts";

export interface McpTool {
  readonly description: string;
  /** The name and description of its only argument, a text. */
  readonly argument: { readonly name: string; readonly description: string };
  /** Throws `McpToolError` for an argument without a result. */
  readonly run: (value: string) => Promise<string>;
}

/** A failure that the client may see. */
export class McpToolError extends Error {}

export interface McpServerDescription {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: Readonly<Record<string, McpTool>>;
  readonly onError: (error: Error) => void;
}

/** In bytes. */
const maxBody = 64 * 1024;
/** In characters of an argument. */
const maxArgument = 2000;
/** Messages of one request; clients of recent versions of the protocol send one. */
const maxMessages = 5;

export async function answerMcp(
  { url, headers, body }: WireRequest,
  { name, title, version, instructions, tools, onError }: McpServerDescription,
): Promise<WireResponse> {
  if (countMessages(body) > maxMessages) return refuseBatch();
  const { Server, createMcpHandler } = await import("@modelcontextprotocol/server");
  const handler = createMcpHandler(
    () => {
      const server = new Server(
        { name, title, version },
        { capabilities: { tools: {} }, instructions },
      );
      server.setRequestHandler("tools/list", () => ({
        tools: Object.entries(tools).map(([tool, { description, argument }]) => ({
          name: tool,
          description,
          inputSchema: {
            type: "object" as const,
            properties: {
              [argument.name]: {
                type: "string",
                description: argument.description,
                maxLength: maxArgument,
              },
            },
            required: [argument.name],
          },
          annotations: { readOnlyHint: true },
        })),
      }));
      server.setRequestHandler("tools/call", async ({ params }): Promise<CallToolResult> => {
        const tool = findOwn(tools, params.name);
        const value = tool && params.arguments?.[tool.argument.name];
        if (!tool)
          return createFailure(`Unknown tool ${JSON.stringify(params.name.slice(0, 100))}.`);
        if (typeof value !== "string" || value.length > maxArgument) {
          return createFailure(
            `The argument ${tool.argument.name} must be a text of at most ${maxArgument} characters.`,
          );
        }
        try {
          return { content: [{ type: "text", text: await tool.run(value) }] };
        } catch (error) {
          if (error instanceof McpToolError) return createFailure(error.message);
          // The library sends the message of an error to the client.
          onError(error instanceof Error ? error : new Error(String(error)));
          throw new Error("Internal error");
        }
      });
      return server;
    },
    // A subscription would keep its connection open, and the tools never change.
    { maxSubscriptions: 0, maxRequestBodySize: maxBody, onerror: onError },
  );
  try {
    const response = await handler.fetch(
      new Request(url, { method: "POST", headers: pickHeaders(headers), body: body ?? "" }),
    );
    return {
      status: response.status,
      headers: {
        "content-type": response.headers.get("content-type") ?? "application/json",
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
      },
      body: await response.text(),
    };
  } finally {
    await handler.close();
  }
}

/** @returns 0 for a body that is too large or is not JSON, which the server refuses */
function countMessages(body = ""): number {
  if (body.length > maxBody) return 0;
  try {
    const messages: unknown = JSON.parse(body);
    return Array.isArray(messages) ? messages.length : 1;
  } catch {
    return 0;
  }
}

function refuseBatch(): WireResponse {
  const message = `Invalid Request: a batch has at most ${maxMessages} messages`;
  return {
    status: 400,
    headers: { "content-type": "application/json", "cache-control": "private, no-store" },
    body: JSON.stringify({ jsonrpc: "2.0", error: { code: -32600, message }, id: null }),
  };
}

function createFailure(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** The headers of the protocol, without credentials. */
function pickHeaders(headers: WireHeaders): Record<string, string> {
  const names = Object.keys(headers).filter(
    (name) => name === "accept" || name === "content-type" || name.startsWith("mcp-"),
  );
  return Object.fromEntries(names.map((name) => [name, headers[name] ?? ""]));
}

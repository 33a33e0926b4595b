/** `tome site mcp-server`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/site-mcp-server.ts";
import { UsageError } from "../errors.ts";
import type { JsonObject } from "../json/values.ts";
import { checkTitle } from "./check-title.ts";
import { idColumn } from "./columns.ts";
import { optional, text } from "./fields.ts";
import { mutation, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  idColumn,
  { header: "NAME", path: "name", as: "title", wide: true },
  { header: "URL", path: "url", as: "address", wide: true },
  { header: "TRANSPORT", path: "transport" },
  { header: "CONDITION", path: "condition", wide: true },
];

/** Headers are not on the command line, which other users of the machine can read. */
const extra = {
  headers_file: optional(
    text(
      "File with a header on each line, such as Authorization: Bearer abc, - for standard input",
      {
        flag: "headers-file",
        fromFile: true,
        placeholder: "file",
        secret: "whole",
      },
    ),
  ),
};

export const commands = noun({
  summary: "Manage the MCP servers that the assistant of a site can call",
  own: "mcpServer",
  verbs: {
    list: query(contract.list, {
      columns,
      emptyText: "No MCP servers.",
      order: "Oldest first.",
      examples: ["site mcp-server list --site Docs"],
    }),
    get: query(contract.get, { columns, examples: ["site mcp-server get Status --site Docs"] }),
    create: mutation(contract.create, {
      extra,
      toRequest: withHeaders({}),
      doneText: 'Added the MCP server "{name}" ({id}).',
      ...checkTitle("mcpServer"),
      columns,
      examples: [
        "site mcp-server create --name Status --url https://status.example.com/mcp --transport http --site Docs",
        "site mcp-server create --name Orders --url https://orders.example.com/mcp --headers-file headers.txt --site Docs",
      ],
    }),
    update: mutation(contract.update, {
      extra,
      toRequest: withHeaders(undefined),
      doneText: 'Changed the MCP server "{name}" ({id}).',
      columns,
      examples: [
        "site mcp-server update Orders --headers-file headers.txt --site Docs",
        "site mcp-server update Orders --no-condition --site Docs",
      ],
    }),
    delete: mutation(contract.remove, {
      doneText: "Deleted the MCP server {siteMcpServerId}.",
      absentText: "MCP server {siteMcpServerId} not found. No changes were made.",
      confirm: {
        question: "Delete the MCP server {siteMcpServer} and its headers?",
        names: [
          {
            field: "siteMcpServerId",
            endpoints: contract.list,
            describe: ({ id, name }) => `"${name}" (${id})`,
          },
        ],
      },
      examples: ["site mcp-server delete Orders --site Docs --yes"],
    }),
  },
});

/** @param missing the headers without a file */
function withHeaders(missing: JsonObject | undefined) {
  return ({ headers_file: file, headers = missing, ...input }: JsonObject): JsonObject => {
    const read = typeof file === "string" ? parseHeaders(file) : headers;
    return read === undefined ? input : { ...input, headers: read };
  };
}

/** @throws UsageError without the text of the line, which may be secret */
function parseHeaders(file: string): JsonObject {
  const headers = new Map<string, string>();
  for (const [index, line] of file.split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [, name = "", value = ""] = /^([\w!#$%&'*+.^`|~-]+):(.*)$/.exec(line) ?? [];
    if (name === "" || value.trim() === "") {
      throw new UsageError(
        `Line ${index + 1} of --headers-file is not a header.`,
        "Write one header on each line, such as Authorization: Bearer abc",
      );
    }
    headers.set(name, value.trim());
  }
  return Object.fromEntries(headers);
}

/** `tome api`. */
import { boolean, enumeration, list, optional, text } from "./fields.ts";
import { custom } from "./verb.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;

export const command = custom({
  summary: "Send an authenticated API request",
  fields: {
    method: enumeration(methods, "HTTP method; GET if only the path is given", {
      placeholder: "METHOD",
      implied: "GET",
    }),
    path: text(
      "Path with or without /v1; {org}, {space} and {site} are replaced, except in the target of DELETE",
      {
        placeholder: "path",
      },
    ),
    field: optional(
      list(text("key=value"), "Text field of the body, or of the query of a GET request", {
        placeholder: "key=value",
        short: "f",
        redacted: "member",
      }),
    ),
    typed: optional(
      list(
        text("key=value"),
        "Field parsed as JSON if possible; @file reads its text from a file",
        {
          flag: "typed-field",
          placeholder: "key=value",
          short: "F",
          redacted: "member",
        },
      ),
    ),
    header: optional(
      list(text("name: value"), "HTTP header of the request", {
        placeholder: "name:value",
        short: "H",
        secret: "after its name",
      }),
    ),
    input: optional(text("File with the body, - for standard input", { placeholder: "file" })),
    paginate: optional(boolean("Fetch all pages of a list")),
    slurp: optional(boolean("With --paginate: one array of all pages")),
    include: optional(boolean("Print the status line and the headers", { short: "i" })),
  },
  arguments: ["method", "path"],
  isWrite: true,
  mayPrompt: true,
  examples: [
    "api /user",
    "api PATCH /spaces/{space} -f title=Guide",
    "api DELETE /spaces/S1 --yes",
    "api GET /orgs/{org}/spaces --paginate --jq '.[].title'",
  ],
  load: () => import("../features/workspace/api.ts").then((m) => m.sendRequest),
});

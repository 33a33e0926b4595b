/** `tome api`. */
import { enumeration, flag, list, optional, text } from "../contract/fields.ts";
import { task } from "./verb.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;

export const command = task({
  does: "Send an authenticated API request",
  fields: {
    method: enumeration(methods, "HTTP method", { placeholder: "METHOD" }),
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
    paginate: optional(flag("Fetch all pages of a list")),
    slurp: optional(flag("With --paginate: one array of all pages")),
    include: optional(flag("Print the status line and the headers", { short: "i" })),
  },
  arguments: ["method", "path"],
  writes: true,
  asks: true,
  examples: [
    "api GET /user",
    "api PATCH /spaces/{space} -f title=Guide",
    "api DELETE /spaces/S1 --yes",
    "api GET /orgs/{org}/spaces --paginate --jq '.[].title'",
  ],
  load: () => import("../features/workspace/api.ts").then((m) => m.sendRequest),
});

/** `tome api`. */
import { enumeration, flag, list, optional, text } from "../contract/fields.ts";
import { task } from "./verb.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;

export const command = task({
  does: "Send any request of the API with the token in use",
  fields: {
    method: enumeration(methods, "Method of the request", { placeholder: "METHOD" }),
    path: text(
      "Path with or without /v1; {org}, {space} and {site} are filled in, but not as what DELETE deletes",
      {
        placeholder: "path",
      },
    ),
    field: optional(
      list(text("key=value"), "Text for the body, or for the query of a GET", {
        placeholder: "key=value",
        short: "f",
        redacted: "member",
      }),
    ),
    typed: optional(
      list(text("key=value"), "The same, read as JSON if it is JSON; @file is the text of a file", {
        flag: "typed-field",
        placeholder: "key=typed",
        short: "F",
        redacted: "member",
      }),
    ),
    header: optional(
      list(text("name: value"), "Header of the request", {
        placeholder: "name:value",
        short: "H",
        secret: "after its name",
      }),
    ),
    input: optional(text("File with the body, - for standard input", { placeholder: "file" })),
    paginate: optional(flag("Fetch every page of a list")),
    slurp: optional(flag("With --paginate: one array of all pages")),
    include: optional(flag("Print the status and the headers too", { short: "i" })),
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

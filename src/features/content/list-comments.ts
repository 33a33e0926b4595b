/** `tome comment list` across an organization: the comments in all spaces, newest first. */
import type { Context, JsonObject, Result } from "../../context.ts";
import * as comment from "../../contract/comment.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as space from "../../contract/space.ts";
import { asText } from "../../json/values.ts";
import { readAll } from "../read-all.ts";
import { runFewAtOnce } from "../run-few-at-once.ts";

export async function listComments(context: Context, input: JsonObject): Promise<Result> {
  const { organizationId, orgWide: _, ...filters } = input;
  const client = await context.client({ many: true });
  const spaces = await readAll(client, space.list, { organizationId: asText(organizationId) });
  const progress = context.terminal.progress("Reading the comments of all spaces");
  try {
    const found = await runFewAtOnce(spaces, ({ id }) => {
      const asked = { ...filters, spaceId: asText(id) };
      // The filters were validated against the fields of this operation.
      return readAll(client, comment.list, asked as Input<typeof comment.list>);
    });
    const isAscending = input.order === "asc";
    const time = ({ postedAt }: JsonObject) => Date.parse(asText(postedAt)) || 0;
    const rows = found
      .flat()
      .toSorted((a, b) => (isAscending ? time(a) - time(b) : time(b) - time(a)));
    const titles = new Map(spaces.map(({ id, title }) => [asText(id), asText(title)]));
    return {
      list: [rows],
      columns: [
        { header: "ID", path: "id", as: "id" },
        { header: "SPACE", path: "target.space", wide: true, titles },
        { header: "AUTHOR", path: "postedBy.displayName" },
        { header: "BODY", path: "body.markdown", wide: true },
        { header: "STATUS", path: "status", as: "state" },
        { header: "POSTED", path: "postedAt", as: "time" },
        { header: "REPLIES", path: "replies", as: "number" },
      ],
      none: "No comments match.",
      order: isAscending ? "Oldest first." : "Newest first.",
      aside: "Comments on change requests are not included. Use --space and --cr.",
    };
  } finally {
    progress.stop();
  }
}

/** Files of a space, shown or saved. */
import { expect, test } from "vitest";
import * as files from "../../../src/features/content/file-get.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

const columns = [
  { header: "ID", path: "id", as: "id" },
  { header: "NAME", path: "name", as: "title", wide: true },
  { header: "TYPE", path: "contentType" },
  { header: "SIZE", path: "size", as: "number" },
  { header: "WIDTH", path: "dimensions.width", as: "number" },
  { header: "HEIGHT", path: "dimensions.height", as: "number" },
  { header: "URL", path: "downloadURL", as: "address", wide: true },
];

test.each(Object.entries(files))(
  "%s shows a file without its URL, and cannot save it then",
  async (_, get) => {
    const record = { id: "F1", name: "a.png" };
    const { context, sent } = openScriptedContext({ answer: () => record });
    const input = { spaceId: "S1", fileId: "F1", revisionId: "R1", changeRequestId: "C1" };
    expect(await get(context, input as never)).toEqual({ record, columns });
    await expect(get(context, { ...input, save: "a.png" } as never)).rejects.toThrow(
      "The platform returned no download URL for the file's bytes.",
    );
    expect(sent).toHaveLength(2);
    expect(sent[0]).toMatch(
      /^GET \/spaces\/S1\/(?:content|revisions\/R1|change-requests\/C1\/content)\/files\/F1\b/,
    );
  },
);

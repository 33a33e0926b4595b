/** The handlers of files. */
import type * as contract from "../../../contract/file.ts";
import type { Handlers } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import { fileAddresses } from "./file-download.ts";
import { listBacklinks } from "./links/lists.ts";
import { requireContent, requireFile } from "./seen-content.ts";
import { presentFile } from "./show-revision.ts";

export const handlers = {
  /** In the order of their ids, which stays the same while files come and go. */
  async list({ spaceId, metadata = true, computed: _, ...asked }, call) {
    const { tree } = await requireContent(call, spaceId);
    const address = await fileAddresses(call, spaceId);
    const files = tree.files.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    return pageOf({
      ...asked,
      list: `files of ${spaceId}`,
      read: async (after, take) => {
        const [last = ""] = after ?? [];
        const start = files.findIndex(({ id }) => id > last);
        return start < 0 ? [] : files.slice(start, start + take);
      },
      key: ({ id }) => [id],
      show: (file) => presentFile(file, address, { metadata }),
    });
  },

  async get({ spaceId, fileId, metadata = true }, call) {
    const { tree } = await requireContent(call, spaceId);
    const file = requireFile(tree, fileId);
    return presentFile(file, await fileAddresses(call, spaceId), { metadata });
  },

  async backlinks({ spaceId, fileId, ...asked }, call) {
    const { tree } = await requireContent(call, spaceId);
    requireFile(tree, fileId);
    return listBacklinks(call, spaceId, { kind: "file", id: fileId }, asked);
  },
} satisfies Handlers<typeof contract>;

/** The handlers of files. */
import type * as contract from "../../../contract/file.ts";
import type { Handlers } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import { fileAddresses } from "./file-download.ts";
import { listBacklinks } from "./links/list.ts";
import { presentFile } from "./present.ts";
import { requireContent, requireFile } from "./require-content.ts";

export const handlers = {
  /** Ordered by id, so that pages stay stable while files are added and removed. */
  async list({ spaceId, metadata = true, computed: _, ...options }, call) {
    const { tree } = await requireContent(call, spaceId);
    const address = await fileAddresses(call, spaceId);
    const files = tree.files.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    return pageOf({
      ...options,
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

  async backlinks({ spaceId, fileId, ...options }, call) {
    const { tree } = await requireContent(call, spaceId);
    requireFile(tree, fileId);
    return listBacklinks(call, spaceId, { kind: "file", id: fileId }, options);
  },
} satisfies Handlers<typeof contract>;

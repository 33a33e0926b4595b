/** Handlers of files. */
import type * as contract from "../../../../contract/file.ts";
import type { Handlers } from "../../../core/handlers.ts";
import { listBacklinks } from "../links/list.ts";
import { requireContent, requireFile } from "../require-content.ts";
import { listFiles, showFile } from "./files.ts";

export const handlers = {
  async list({ spaceId, ...options }, call) {
    const content = await requireContent(call, spaceId);
    return listFiles(call, content, `files of ${spaceId}`, options);
  },

  async get({ spaceId, fileId, ...options }, call) {
    return showFile(call, await requireContent(call, spaceId), fileId, options);
  },

  async backlinks({ spaceId, fileId, ...options }, call) {
    const content = await requireContent(call, spaceId);
    requireFile(content, fileId);
    return listBacklinks(call, content, { kind: "file", id: fileId }, options);
  },
} satisfies Handlers<typeof contract>;

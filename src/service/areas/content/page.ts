/** The handlers of pages. */
import type * as contract from "../../../contract/page.ts";
import { Problem } from "../../../errors.ts";
import type { Handlers } from "../../core/handlers.ts";
import { listBacklinks, listLinks } from "./links/lists.ts";
import { presentPageWithText } from "./page-text.ts";
import { requireContent, requirePage } from "./seen-content.ts";
import { presentPages, telling } from "./show-pages.ts";
import { indexOf } from "./tree-index.ts";

export const handlers = {
  async list({ spaceId, ...told }, call) {
    const { tree } = await requireContent(call, spaceId);
    return { pages: presentPages(tree.pages, "", telling(call, spaceId, told)) };
  },

  async get({ spaceId, pageId, ...asked }, call) {
    const content = await requireContent(call, spaceId);
    return presentPageWithText(call, content, requirePage(content.tree, pageId), asked);
  },

  async getByPath({ spaceId, pagePath, ...asked }, call) {
    const content = await requireContent(call, spaceId);
    const placed = indexOf(content.tree).byPath.get(pagePath.replace(/^\/+|\/+$/g, ""));
    if (!placed) {
      throw new Problem(
        404,
        `The space has no page at ${pagePath}; list its pages for their paths.`,
        {
          field: "pagePath",
        },
      );
    }
    return presentPageWithText(call, content, placed, asked);
  },

  async links({ spaceId, pageId, ...asked }, call) {
    const { tree } = await requireContent(call, spaceId);
    requirePage(tree, pageId);
    return listLinks(call, spaceId, { pageId, ...asked });
  },

  async backlinks({ spaceId, pageId, ...asked }, call) {
    const { tree } = await requireContent(call, spaceId);
    requirePage(tree, pageId);
    return listBacklinks(call, spaceId, { kind: "page", id: pageId }, asked);
  },
} satisfies Handlers<typeof contract>;

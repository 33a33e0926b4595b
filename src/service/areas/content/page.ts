/** The handlers of pages. */
import type * as contract from "../../../contract/page.ts";
import { Problem } from "../../../errors.ts";
import type { Handlers } from "../../core/handlers.ts";
import { listBacklinks, listLinks } from "./links/lists.ts";
import { showPageWithText } from "./page-text.ts";
import { requirePage, seenContent } from "./seen-content.ts";
import { showPages, telling } from "./show-pages.ts";
import { indexOf } from "./tree-index.ts";

export const handlers = {
  async list({ spaceId, ...told }, call) {
    const { tree } = await seenContent(call, spaceId);
    return { pages: showPages(tree.pages, "", telling(call, spaceId, told)) };
  },

  async get({ spaceId, pageId, ...asked }, call) {
    const content = await seenContent(call, spaceId);
    return showPageWithText(call, content, requirePage(content.tree, pageId), asked);
  },

  async getByPath({ spaceId, pagePath, ...asked }, call) {
    const content = await seenContent(call, spaceId);
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
    return showPageWithText(call, content, placed, asked);
  },

  async links({ spaceId, pageId, ...asked }, call) {
    const { tree } = await seenContent(call, spaceId);
    requirePage(tree, pageId);
    return listLinks(call, spaceId, { pageId, ...asked });
  },

  async backlinks({ spaceId, pageId, ...asked }, call) {
    const { tree } = await seenContent(call, spaceId);
    requirePage(tree, pageId);
    return listBacklinks(call, spaceId, { kind: "page", id: pageId }, asked);
  },
} satisfies Handlers<typeof contract>;

/** The handlers of pages. */
import type * as contract from "../../../contract/page.ts";
import { Problem } from "../../../errors.ts";
import type { Handlers } from "../../core/handlers.ts";
import { listBacklinks, listLinks } from "./links/list.ts";
import { pageAtPath } from "./page-paths.ts";
import { presentPageWithText } from "./page-text.ts";
import { presentOptions, presentPages } from "./present.ts";
import { requireContent, requirePage } from "./require-content.ts";

export const handlers = {
  async list({ spaceId, ...options }, call) {
    const { tree } = await requireContent(call, spaceId);
    return { pages: presentPages(tree.pages, "", presentOptions(call, spaceId, options)) };
  },

  async get({ spaceId, pageId, ...options }, call) {
    const content = await requireContent(call, spaceId);
    return presentPageWithText(call, content, requirePage(content.tree, pageId), options);
  },

  async getByPath({ spaceId, pagePath, ...options }, call) {
    const content = await requireContent(call, spaceId);
    const treePage = pageAtPath(content.tree, pagePath);
    if (!treePage) {
      throw new Problem(
        404,
        `The space has no page at ${pagePath}; list its pages for their paths.`,
        {
          field: "pagePath",
        },
      );
    }
    return presentPageWithText(call, content, treePage, options);
  },

  async links({ spaceId, pageId, ...options }, call) {
    const { tree } = await requireContent(call, spaceId);
    requirePage(tree, pageId);
    return listLinks(call, spaceId, { pageId, ...options });
  },

  async backlinks({ spaceId, pageId, ...options }, call) {
    const { tree } = await requireContent(call, spaceId);
    requirePage(tree, pageId);
    return listBacklinks(call, spaceId, { kind: "page", id: pageId }, options);
  },
} satisfies Handlers<typeof contract>;

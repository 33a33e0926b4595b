/** Handlers of pages. */
import type * as contract from "../../../contract/page.ts";
import type { Handlers } from "../../core/handlers.ts";
import { listBacklinks, listLinks } from "./links/list.ts";
import { getMetaLinks } from "./links/meta-links.ts";
import { presentOptions, writePages } from "./present.ts";
import { requireContent, requirePage, requirePageAtPath } from "./require-content.ts";
import { presentPageWithText } from "./texts/page-text.ts";

export const handlers = {
  async list({ spaceId, ...options }, call) {
    const { tree } = await requireContent(call, spaceId);
    return writePages(tree, presentOptions(call, spaceId, options));
  },

  async get({ spaceId, pageId, ...options }, call) {
    const content = await requireContent(call, spaceId);
    return presentPageWithText(call, content, requirePage(content, pageId), options);
  },

  async getByPath({ spaceId, pagePath, ...options }, call) {
    const content = await requireContent(call, spaceId);
    return presentPageWithText(call, content, requirePageAtPath(content, pagePath), options);
  },

  async links({ spaceId, pageId, ...options }, call) {
    const content = await requireContent(call, spaceId);
    requirePage(content, pageId);
    return listLinks(call, content, { pageId, ...options });
  },

  async backlinks({ spaceId, pageId, ...options }, call) {
    const content = await requireContent(call, spaceId);
    requirePage(content, pageId);
    return listBacklinks(call, content, { kind: "page", id: pageId }, options);
  },

  async metaLinks({ spaceId, pageId }, call) {
    const content = await requireContent(call, spaceId);
    return getMetaLinks(content.tree, requirePage(content, pageId).page);
  },
} satisfies Handlers<typeof contract>;

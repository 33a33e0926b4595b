/** Handlers of the content of change requests. */
import type * as contract from "../../../contract/cr-content.ts";
import type { Handlers } from "../../core/handlers.ts";
import { listFiles, showFile } from "../content/files/files.ts";
import { listBacklinks, listLinks } from "../content/links/list.ts";
import { getMetaLinks } from "../content/links/meta-links.ts";
import {
  presentOptions,
  presentReusableContent,
  writePages,
  writeRevision,
} from "../content/present.ts";
import {
  requireChangeRequestContent,
  requireFile,
  requirePage,
  requirePageAtPath,
  requireReusableContent,
} from "../content/require-content.ts";
import { presentPageWithText } from "../content/texts/page-text.ts";

export const handlers = {
  async get({ spaceId, changeRequestId, ...options }, call) {
    const content = await requireChangeRequestContent(call, { spaceId, changeRequestId });
    const { revision, location } = content;
    return writeRevision(call, revision, presentOptions(call, spaceId, { ...options, location }));
  },

  async pages({ spaceId, changeRequestId, ...options }, call) {
    const content = await requireChangeRequestContent(call, { spaceId, changeRequestId });
    const { tree, location } = content;
    const presentation = presentOptions(call, spaceId, { ...options, location });
    return writePages(tree, presentation);
  },

  async page({ spaceId, changeRequestId, pageId, ...options }, call) {
    const content = await requireChangeRequestContent(call, { spaceId, changeRequestId });
    return presentPageWithText(call, content, requirePage(content, pageId), options);
  },

  async pageByPath({ spaceId, changeRequestId, pagePath, ...options }, call) {
    const content = await requireChangeRequestContent(call, { spaceId, changeRequestId });
    return presentPageWithText(call, content, requirePageAtPath(content, pagePath), options);
  },

  async metaLinks({ spaceId, changeRequestId, pageId }, call) {
    const content = await requireChangeRequestContent(call, { spaceId, changeRequestId });
    return getMetaLinks(content.tree, requirePage(content, pageId).page);
  },

  async links({ spaceId, changeRequestId, ...options }, call) {
    const content = await requireChangeRequestContent(call, { spaceId, changeRequestId });
    return listLinks(call, content, options);
  },

  async pageLinks({ spaceId, changeRequestId, pageId, ...options }, call) {
    const content = await requireChangeRequestContent(call, { spaceId, changeRequestId });
    requirePage(content, pageId);
    return listLinks(call, content, { pageId, ...options });
  },

  async backlinks({ spaceId, changeRequestId, pageId, ...options }, call) {
    const content = await requireChangeRequestContent(call, { spaceId, changeRequestId });
    requirePage(content, pageId);
    return listBacklinks(call, content, { kind: "page", id: pageId }, options);
  },

  async fileBacklinks({ spaceId, changeRequestId, fileId, ...options }, call) {
    const content = await requireChangeRequestContent(call, { spaceId, changeRequestId });
    requireFile(content, fileId);
    return listBacklinks(call, content, { kind: "file", id: fileId }, options);
  },

  async files({ spaceId, changeRequestId, ...options }, call) {
    const content = await requireChangeRequestContent(call, { spaceId, changeRequestId });
    return listFiles(call, content, `files of change request ${changeRequestId}`, options);
  },

  async file({ spaceId, changeRequestId, fileId, ...options }, call) {
    const content = await requireChangeRequestContent(call, { spaceId, changeRequestId });
    return showFile(call, content, fileId, options);
  },

  async reusableContent({ spaceId, changeRequestId, reusableContentId, ...options }, call) {
    const content = await requireChangeRequestContent(call, { spaceId, changeRequestId });
    return presentReusableContent(
      requireReusableContent(content, reusableContentId),
      presentOptions(call, spaceId, options),
    );
  },
} satisfies Handlers<typeof contract>;

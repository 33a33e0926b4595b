/** Handlers of revisions. */
import type * as contract from "../../../contract/revision.ts";
import type { Handlers } from "../../core/handlers.ts";
import { presentCurrentChangeRequest } from "../../core/rows/change-request-rows.ts";
import { listFiles, showFile } from "./files/files.ts";
import { findHiddenContent } from "./hidden-content.ts";
import { getMetaLinks } from "./links/meta-links.ts";
import { presentOptions, presentReusableContent, writePages, writeRevision } from "./present.ts";
import {
  requirePage,
  requirePageAtPath,
  requireReusableContent,
  requireRevision,
  requireRevisionContent,
} from "./require-content.ts";
import { loadRevisionTree, readTree } from "./revisions.ts";
import { presentDocument, presentPageWithText } from "./texts/page-text.ts";
import { presentDifference } from "./tree/semantic-changes.ts";
import { emptyTree } from "./tree/tree.ts";

export const handlers = {
  async get({ spaceId, revisionId, ...options }, call) {
    const { revision } = await requireRevision(call, { spaceId, revisionId });
    const location = `revisions/${revisionId}`;
    return writeRevision(call, revision, presentOptions(call, spaceId, { ...options, location }));
  },

  /**
   * A merge is compared with the previous revision of the space; the first revision with an empty
   * one.
   */
  async changes({ spaceId, revisionId, limit }, call) {
    const { revision } = await requireRevision(call, { spaceId, revisionId });
    const [parent] = revision.parents;
    const before = parent === undefined ? emptyTree : await readTree(call.db, parent);
    const { mergedFrom: id } = revision;
    return {
      mergedFrom:
        id === undefined
          ? undefined
          : await presentCurrentChangeRequest(call, { space_id: spaceId, id }),
      ...(await presentDifference(
        call,
        spaceId,
        before,
        await loadRevisionTree(call.db, revision),
        limit,
      )),
    };
  },

  async pages({ spaceId, revisionId, ...options }, call) {
    const { tree, location } = await requireRevisionContent(call, { spaceId, revisionId });
    const presentation = presentOptions(call, spaceId, { ...options, location });
    return writePages(tree, presentation);
  },

  async page({ spaceId, revisionId, pageId, ...options }, call) {
    const content = await requireRevisionContent(call, { spaceId, revisionId });
    return presentPageWithText(call, content, requirePage(content, pageId), options);
  },

  async pageByPath({ spaceId, revisionId, pagePath, ...options }, call) {
    const content = await requireRevisionContent(call, { spaceId, revisionId });
    return presentPageWithText(call, content, requirePageAtPath(content, pagePath), options);
  },

  async pageDocument({ spaceId, revisionId, pageId, ...options }, call) {
    const content = await requireRevisionContent(call, { spaceId, revisionId });
    return presentDocument(call, content, requirePage(content, pageId), options);
  },

  async metaLinks({ spaceId, revisionId, pageId }, call) {
    const content = await requireRevisionContent(call, { spaceId, revisionId });
    return getMetaLinks(content.tree, requirePage(content, pageId).page);
  },

  async files({ spaceId, revisionId, ...options }, call) {
    const content = await requireRevisionContent(call, { spaceId, revisionId });
    return listFiles(call, content, `files of revision ${revisionId}`, options);
  },

  async file({ spaceId, revisionId, fileId, ...options }, call) {
    const content = await requireRevisionContent(call, { spaceId, revisionId });
    return showFile(call, content, fileId, options);
  },

  async reusableContent({ spaceId, revisionId, reusableContentId, ...options }, call) {
    const content = await requireRevisionContent(call, { spaceId, revisionId });
    const hiddenIds = await findHiddenContent(call, spaceId, content.tree, [reusableContentId]);
    return presentReusableContent(
      requireReusableContent(content, reusableContentId, hiddenIds),
      presentOptions(call, spaceId, options),
    );
  },

  async reusableContentDocument({ spaceId, revisionId, reusableContentId, ...options }, call) {
    const content = await requireRevisionContent(call, { spaceId, revisionId });
    const hiddenIds = await findHiddenContent(call, spaceId, content.tree, [reusableContentId]);
    const reusableContent = requireReusableContent(content, reusableContentId, hiddenIds);
    return presentDocument(call, content, reusableContent, options);
  },
} satisfies Handlers<typeof contract>;

/** Turns of the documents about all pages of a site: llms.txt, llms-full.txt and sitemap.xml. */
import { createFairQueue } from "../../engines/threads/fair-queue.ts";

/**
 * One at a time for each site: on a large site, a document takes long, and the pages of the site would
 * wait behind all of them.
 */
export const documentsOfSite = createFairQueue({
  slots: Number.POSITIVE_INFINITY,
  slotsOfCaller: 1,
  mostWaiting: 20,
});

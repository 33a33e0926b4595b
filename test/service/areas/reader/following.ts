/** Follows the links of a site like its readers. */
import type { openReaders } from "./fixture.ts";

type Readers = Pick<Awaited<ReturnType<typeof openReaders>>, "get">;

/** The URLs on a page, each once. */
export function listLinks(html: string): string[] {
  const written = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(
    ([, address = ""]) => address,
  );
  return [...new Set(written)].map((address) =>
    address.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"'),
  );
}

/**
 * The paths of all pages that are reachable by links from the first page.
 * @param first its path
 */
export async function listPages({ get }: Readers, first = "/"): Promise<string[]> {
  const paths = [first];
  for (const path of paths) {
    const { body, headers } = await get(path);
    if (!String(headers["content-type"]).startsWith("text/html")) continue;
    const html = body.replace(/<link rel="alternate" type="text\/markdown"[^>]*>/g, "");
    for (const link of listLinks(html)) {
      // A variant may not have the page: then it redirects to its home page.
      if (/[?&]fallback=true\b/.test(link)) continue;
      const [to = ""] = link.split(/[?#]/);
      if (to.startsWith("/") && !to.startsWith("//") && !to.includes("~") && !paths.includes(to)) {
        paths.push(to);
      }
    }
  }
  return paths;
}

/** A platform in memory that shows a copy of a site. It is not on a network. */
import type { SiteMirror } from "../../client/site-mirror.ts";
import type { SiteCopy } from "../../contract/site-copy.ts";

interface MirrorOptions {
  readonly version: string;
  readonly build: string;
  readonly log: (message: string, error: unknown) => void;
}

/** @param baseUrl of the platform of the site, which absolute URLs of the copy contain */
export async function openSiteMirror(
  { version, build, log }: MirrorOptions,
  copy: SiteCopy,
  baseUrl: string,
): Promise<SiteMirror> {
  const { openService } = await import("../../service/service.ts");
  const { storeSiteCopy } = await import("../../service/server/site-copy/store-site-copy.ts");
  const { openClient } = await import("../../client/client.ts");
  const service = await openService({ version, build, log });
  try {
    await storeSiteCopy(service, copy);
    const { transport, token } = service;
    return {
      organization: (await service.admin.beginning()).organization,
      client: openClient({ baseUrl, token, transport, userAgent: `tome/${version}` }),
      transport,
      close: service.close,
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}

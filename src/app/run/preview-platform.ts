/** A platform in memory that shows one site and updates open browsers. It leaves no files behind. */
import type { PreviewPlatform } from "../../client/preview-platform.ts";
import { explainError } from "./listen-errors.ts";

interface PreviewOptions {
  readonly version: string;
  readonly build: string;
  readonly log: (message: string, error: unknown) => void;
}

/** @param port 0 for any free port; @throws UsageError if it cannot be used */
export async function openPreview(
  { version, build, log }: PreviewOptions,
  port: number,
): Promise<PreviewPlatform> {
  const [{ openService }, { keepThreads }] = await Promise.all([
    import("../../service/service.ts"),
    import("../../service/engines/threads/worker-pool.ts"),
  ]);
  const { listen } = await import("../../service/listen.ts");
  const { createLivePages } = await import("../../service/server/preview/live-pages.ts");
  const { openClient } = await import("../../client/client.ts");
  // The user waits for each saved page, and this process has no other work.
  keepThreads();
  let listed: Parameters<PreviewPlatform["offer"]>[0] | undefined;
  // It imports from a directory of this machine. Clients can reach the site and no API operation.
  const service = await openService({
    ...{ version, build, log, allowPrivate: true },
    listedFolder: (url) => (listed?.url === url ? listed : undefined),
  });
  try {
    const pages = createLivePages(service.transport);
    const listening = await listen({ ...service, transport: pages.transport }, { port });
    const { url: baseUrl, token } = listening;
    return {
      organization: (await service.admin.beginning()).organization,
      client: openClient({
        ...{ baseUrl, token, transport: service.transport },
        userAgent: `tome/${version}`,
      }),
      offer(folder) {
        listed = folder;
      },
      finishJobs: () => service.jobs.finish(),
      begin: pages.begin,
      tell: pages.tell,
      async close() {
        pages.end();
        await listening.close();
        await service.close();
      },
    };
  } catch (error) {
    await service.close();
    throw explainError(error, port);
  }
}

/** A platform in memory that shows one site, kept current in browsers. Nothing of it is left behind. */
import type { Previewing } from "../../client/previewing.ts";
import { explainError } from "./listen-errors.ts";

interface PreviewOptions {
  readonly version: string;
  readonly build: string;
  readonly log: (message: string, error: unknown) => void;
}

/** @param port 0 for any free one; @throws UsageError if it cannot be used */
export async function openPreview(
  { version, build, log }: PreviewOptions,
  port: number,
): Promise<Previewing> {
  const [{ openService }, { keepThreads }] = await Promise.all([
    import("../../service/service.ts"),
    import("../../service/engines/worker-pool.ts"),
  ]);
  const { listen } = await import("../../service/listen.ts");
  const { createLivePages } = await import("../../service/server/preview/live-pages.ts");
  const { openClient } = await import("../../client/client.ts");
  // Whoever saves a page waits for it, and has no other work for this process.
  keepThreads();
  let listed: Parameters<Previewing["offer"]>[0] | undefined;
  // It imports from a folder of this machine; who has the address reaches the site and no operation.
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

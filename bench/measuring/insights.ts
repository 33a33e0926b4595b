/**
 * Server of the insights benchmark: serves the sample, and counts the visits of its pages or not, as
 * the parent process requests.
 */
import { listen } from "../../src/service/listen.ts";
import { openService } from "../../src/service/service.ts";
import { get } from "./asking.ts";

const service = await openService({});
await service.admin.seed();
await service.jobs.finish();

let isCounted = true;
const server = await listen({
  ...service,
  // Visits without a remote address are those of an export, and are not counted.
  transport: (request) =>
    service.transport({ ...request, from: isCounted ? request.from : undefined }),
});

interface Page<T> {
  readonly items: readonly T[];
}

async function findPublishedSite(): Promise<string> {
  const { items } = (await get(service, "/orgs")) as Page<{ readonly id: string }>;
  for (const { id: organization } of items) {
    const path = `/orgs/${organization}/sites`;
    const sites = (await get(service, path)) as Page<{
      readonly id: string;
      readonly published: boolean;
      readonly visibility: string;
    }>;
    const found = sites.items.find(
      ({ published, visibility }) => published && visibility === "public",
    );
    if (found !== undefined) return found.id;
  }
  throw new Error("The sample has no published site.");
}

const site = await findPublishedSite();

/** Switches the counting, and sends the CPU time of this process so far in microseconds. */
process.on("message", (message: { readonly isCounted: boolean }) => {
  isCounted = message.isCounted;
  const { user, system } = process.cpuUsage();
  process.send?.({ time: user + system });
});
process.on("disconnect", () => process.exit());
process.send?.({ url: server.url, site });

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

interface Organizations {
  readonly items: readonly { readonly id: string }[];
}
interface Sites {
  readonly items: readonly { readonly id: string; readonly published: boolean }[];
}

const { items: organizations } = (await get(service, "/orgs")) as Organizations;
const { items: sites } = (await get(service, `/orgs/${organizations[0]?.id}/sites`)) as Sites;
const site = sites.find(({ published }) => published);

/** Switches the counting, and sends the CPU time of this process so far in microseconds. */
process.on("message", (message: { readonly isCounted: boolean }) => {
  isCounted = message.isCounted;
  const { user, system } = process.cpuUsage();
  process.send?.({ time: user + system });
});
process.on("disconnect", () => process.exit());
process.send?.({ url: server.url, site: site?.id });

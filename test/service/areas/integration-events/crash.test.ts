import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { expect } from "vitest";
import { slowTest } from "../../../support/generators/amount.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { compileProgram, type OtherProcess } from "../../../support/machine/other-process.ts";
import { type ReceivedRequest, serve } from "../../../support/network/loopback.ts";
import { getPart } from "../../../support/organizations/tunnel.ts";

const program = `
  import { openService } from "service/service.ts";
  import { listen } from "service/listen.ts";
  const service = await openService({ folder: process.argv[2], allowPrivate: ["127.0.0.1"] });
  const { url, token } = await listen(service);
  console.log(JSON.stringify({ url, token }));
  process.stdin.resume();`;

interface Serving {
  readonly process: OtherProcess;
  /** Sends a request such as `POST /orgs`. @returns the body of the response */
  readonly ask: (what: string, body?: object) => Promise<Record<string, unknown>>;
}

async function served(process: OtherProcess): Promise<Serving> {
  const { url, token } = JSON.parse((await process.line()) ?? "");
  return {
    process,
    async ask(what, body) {
      const [method = "", path = ""] = what.split(" ");
      const answer = await fetch(`${url}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${what} answered ${answer.status}: ${text}`);
      return text === "" ? {} : JSON.parse(text);
    },
  };
}

/** Causes events: moves a space in and out of a collection. */
async function causeEvents({ ask }: Serving, tunnelUrl: string, count: number): Promise<string[]> {
  const { items } = await ask("GET /orgs");
  const [{ id: organization }] = items as [{ id: string }];
  const fields = { organization, title: "Checker", description: "Checks", script: "0" };
  await ask("POST /integrations/checker", { ...fields, scopes: ["space:metadata:read"] });
  await ask("POST /integrations/checker/installations", { organization });
  const { id: space } = await ask(`POST /orgs/${organization}/spaces`, { title: "Guide" });
  const { id: collection } = await ask(`POST /orgs/${organization}/collections`, {});
  await ask("PUT /integrations/checker/dev", { tunnelUrl });
  const caused: string[] = [];
  for (let index = 0; index < count; index++) {
    const into = index % 2 === 0;
    await ask(`POST /spaces/${space}/move`, { parent: into ? collection : null });
    caused.push(into ? "in-collection" : "private");
  }
  return caused;
}

slowTest(
  "a tunnel gets all events in order, each once, even if the platform is killed before and after a response",
  async () => {
    const dataFolder = temporaryFolder();
    const start = await compileProgram(dataFolder, program);
    const folder = join(dataFolder, "data");
    const count = 12;
    let serving = await served(start(folder));

    let begin = () => {};
    const allCaused = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let finish = () => {};
    const allArrived = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const effects = new Map<unknown, string>();
    const killed: unknown[] = [];

    async function take(request: ReceivedRequest, response: ServerResponse): Promise<void> {
      await allCaused;
      const id = request.headers["idempotency-key"];
      // The tokens next to it are new each time.
      const body = JSON.stringify(getPart(request, "event"));
      const told = effects.get(id);
      // A repeated event is the same as the first time.
      if (told !== undefined) expect(body).toBe(told);
      effects.set(id, told ?? body);
      const dies = [4, 8].includes(effects.size) && told === undefined;
      if (!dies || effects.size === 8) response.end();
      if (dies) {
        killed.push(id);
        await serving.process.kill();
        serving = await served(start(folder));
      }
      if (effects.size === count) finish();
    }
    const { url, seen } = await serve((one, response) => void take(one, response));

    const caused = await causeEvents(serving, url, count);
    begin();
    await allArrived;

    expect(killed).toHaveLength(2);
    const bodies = [...effects.values()].map((body) => JSON.parse(body));
    expect(bodies.map(({ visibility }) => visibility)).toEqual(caused);
    expect([...effects.keys()]).toEqual(bodies.map(({ eventId }) => eventId));
    // The event in progress at the first kill got no response, so it was sent again.
    const arrivals = seen.map(({ headers }) => headers["idempotency-key"]);
    expect(arrivals.filter((id) => id === killed[0])).toHaveLength(2);
    expect(arrivals.length).toBeLessThanOrEqual(count + 2);
    const { items } = await serving.ask("GET /integrations/checker/events");
    const last = (items as { id: string }[])[0]?.id;
    const traced = await serving.ask(`GET /integrations/checker/events/${last}`);
    expect(traced).toMatchObject({ event: { id: [...effects.keys()].at(-1) } });
  },
  30_000,
);

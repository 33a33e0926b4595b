/** Responsiveness for a second caller during expensive work of a first one. */
import { serve } from "../platforms/served.ts";

export type Platform = Awaited<ReturnType<typeof openPlatform>>;

export async function openPlatform() {
  const { send, service } = await serve();
  const read = async (request: string, json?: unknown) => {
    const { status, body } = await send(request, json === undefined ? {} : { json });
    return { status, value: body === "" ? undefined : JSON.parse(body) };
  };
  const { value: list } = await read("GET /v1/orgs");
  const organization: string = list.items[0].id;
  const { value: created } = await read(`POST /v1/orgs/${organization}/spaces`, { title: "A" });
  const space: string = created.id;
  return {
    send,
    service,
    organization,
    space,
    read,
    /** @returns the number of small requests of another caller that are answered during the work */
    async answeredMeanwhile<Result>(work: Promise<Result>) {
      let isOver = false;
      const end = work.finally(() => {
        isOver = true;
      });
      let answered = 0;
      while (!isOver) {
        const { status } = await send(`GET /v1/spaces/${space}`);
        if (status === 200 && !isOver) answered++;
      }
      return { answered, result: await end };
    },
  };
}

/** Merges pages into the space. @returns the path of the change request */
export async function fill({ read, space }: Platform, texts: readonly string[]): Promise<string> {
  const { value } = await read(`POST /v1/spaces/${space}/change-requests`, {});
  const request = `/v1/spaces/${space}/change-requests/${value.id}`;
  for (const [at, markdown] of texts.entries()) {
    const changes = [{ operation: "insert_page", title: `Page ${at}`, document: { markdown } }];
    const { status } = await read(`POST ${request}/content`, { changes });
    if (status !== 200) throw new Error(`The page ${at} was refused with ${status}.`);
  }
  await read(`PATCH ${request}`, { status: "open" });
  const { status } = await read(`POST ${request}/merge`, {});
  if (status >= 300) throw new Error(`The merge was refused with ${status}.`);
  return request;
}

import { performance } from "node:perf_hooks";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { countWaiting } from "../../../src/service/engines/threads/worker-pool.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { serve } from "../../support/platforms/served.ts";

/** A blocked thread processes one earlier request, and one more that arrived with it. */
const answeredIfBlocked = 2;

const paragraph =
  "A paragraph of _plain_ words with a [link](https://example.com/a) and `code`.\n\n";
const getText = (length: number) => paragraph.repeat(Math.ceil(length / paragraph.length));

async function open() {
  const { send, service } = await serve();
  const read = async (what: string) => JSON.parse((await send(what)).body);
  const [organization] = (await read("GET /v1/orgs")).items;
  const created = await send(`POST /v1/orgs/${organization.id}/spaces`, { json: { title: "A" } });
  const { id: space } = JSON.parse(created.body);

  /** The number of small requests of another client that are processed during a large one. */
  async function answeredMeanwhile(heavy: Promise<{ readonly status: number }>) {
    let isOver = false;
    const end = heavy.finally(() => {
      isOver = true;
    });
    let answered = 0;
    while (!isOver) {
      const { status } = await send(`GET /v1/spaces/${space}`);
      if (status === 200 && !isOver) answered++;
    }
    return { answered, status: (await end).status };
  }

  async function newChangeRequest(): Promise<string> {
    const { body } = await send(`POST /v1/spaces/${space}/change-requests`, { json: {} });
    return `/v1/spaces/${space}/change-requests/${JSON.parse(body).id}`;
  }

  return {
    send,
    service,
    organization: organization.id,
    space,
    answeredMeanwhile,
    newChangeRequest,
  };
}

const insert = (markdown: string) => ({
  changes: [{ operation: "insert_page", title: "P", document: { markdown } }],
});

slowTest(
  "other requests are processed while a large page is stored and read, in both formats",
  async () => {
    const { send, answeredMeanwhile, newChangeRequest } = await open();
    const request = await newChangeRequest();
    const large = getText(60_000);
    const stored = await answeredMeanwhile(
      send(`POST ${request}/content`, { json: insert(large) }),
    );
    expect(stored).toEqual({ status: 200, answered: expect.any(Number) });
    expect(stored.answered).toBeGreaterThan(answeredIfBlocked);
    const { changes } = JSON.parse((await send(`GET ${request}/changes`)).body);
    const page = `GET ${request}/content/page/${changes[0].page.id}`;
    const markdown = await answeredMeanwhile(send(page));
    expect(markdown.answered).toBeGreaterThan(answeredIfBlocked);
    expect(JSON.parse((await send(page)).body).markdown).toBe(`${large.trimEnd()}\n`);
    const document = await answeredMeanwhile(send(`${page}?format=document`));
    expect(document.status).toBe(200);
    expect(document.answered).toBeGreaterThan(answeredIfBlocked);
  },
);

slowTest(
  "other requests are processed while large comments are listed as documents, and a page of the list ends early",
  async () => {
    const { send, space, answeredMeanwhile } = await open();
    const comments = `/v1/spaces/${space}/comments`;
    for (let count = 0; count < 4; count++) {
      const body = { markdown: getText(60_000 + count) };
      expect((await send(`POST ${comments}`, { json: { body } })).status).toBe(200);
    }
    const list = `${comments}?limit=1000&format=document`;
    const listed = await answeredMeanwhile(send(`GET ${list}`));
    expect(listed.status).toBe(200);
    expect(listed.answered).toBeGreaterThan(answeredIfBlocked);
    let found = 0;
    for (let page = "", pages = 0; ; pages++) {
      const { items, next } = JSON.parse((await send(`GET ${list}${page}`)).body);
      found += items.length;
      expect(items.every((item: { body: object }) => "document" in item.body)).toBe(true);
      if (next === undefined) {
        expect(pages).toBeGreaterThan(0);
        break;
      }
      page = `&page=${next.page}`;
    }
    expect(found).toBe(4);
  },
);

test("a comment too long for a document is returned as Markdown, and the others as documents", async () => {
  const { send, space } = await open();
  const comments = `/v1/spaces/${space}/comments`;
  for (const markdown of ["Short.", getText(600_000)]) {
    await send(`POST ${comments}`, { json: { body: { markdown } } });
  }
  const { items, next } = JSON.parse((await send(`GET ${comments}?format=document`)).body);
  const rest = next
    ? JSON.parse((await send(`GET ${comments}?format=document&page=${next.page}`)).body).items
    : [];
  const forms = [...items, ...rest].map((item: { body: object }) => Object.keys(item.body));
  expect(forms).toEqual([["markdown"], ["document"]]);
});

slowTest("an edit with more text than the limit is refused before it is processed", async () => {
  const { send, newChangeRequest } = await open();
  const request = await newChangeRequest();
  const changes = Array.from({ length: 3 }, () => insert(getText(400_000)).changes).flat();
  const { status, body } = await send(`POST ${request}/content`, { json: { changes } });
  expect(status).toBe(413);
  expect(JSON.parse(body).error.message).toMatch(
    /^The texts of this edit have \d+ characters, which exceeds the limit of 1048576\. Split the edit\.$/,
  );
  expect(JSON.parse((await send(`GET ${request}/changes`)).body).changes).toEqual([]);
});

slowTest("many conversations, one of them very long, are all processed", async () => {
  const { send, service, organization } = await open();
  const words = (count: number) =>
    Array.from({ length: count }, (_, at) => `word${at.toString(36)}`).join(" ");
  const json = Array.from({ length: 300 }, (_, at) => ({
    id: `c${at}`,
    parts: [
      {
        type: "message",
        role: "user",
        body: `Question ${at}: ${words(at === 0 ? 100_000 : 60 + at)}?`,
      },
    ],
  }));
  const list = `GET /v1/orgs/${organization}/conversations`;
  expect((await send(`POST ${list.slice(4)}`, { json })).status).toBe(204);
  await service.jobs.finish();
  const { items } = JSON.parse((await send(`${list}?limit=300`)).body);
  expect(
    items.filter((item: { processedAt?: string }) => item.processedAt !== undefined),
  ).toHaveLength(300);
});

slowTest("of many concurrent requests by one client, a few are executed at a time", async () => {
  const { send, space } = await open();
  const comments = `/v1/spaces/${space}/comments`;
  const ids: string[] = [];
  for (let at = 0; at < 20; at++) {
    const json = { body: { markdown: `Comment ${at}.\n\n${getText(10_000)}` } };
    ids.push(JSON.parse((await send(`POST ${comments}`, { json })).body).id);
  }
  let isOver = false;
  const all = Promise.all(ids.map((id) => send(`GET ${comments}/${id}?format=document`))).finally(
    () => {
      isOver = true;
    },
  );
  let most = 0;
  while (!isOver) {
    most = Math.max(most, countWaiting());
    await turn();
  }
  expect((await all).map(({ status }) => status)).toEqual(ids.map(() => 200));
  // Six have begun, of which the threads process two or more.
  expect(most).toBeLessThanOrEqual(4);
});

slowTest("many short pages of one edit are processed in a thread", async () => {
  const { send, newChangeRequest } = await open();
  const request = await newChangeRequest();
  const edit = (name: string) => ({
    changes: Array.from({ length: 20 }, (_, at) => ({
      operation: "insert_page",
      title: `${name} ${at}`,
      document: { markdown: `${name} ${at}.\n\n${getText(6000)}` },
    })),
  });
  // Loading modules for the first time does not count.
  await send(`POST ${request}/content`, { json: edit("First") });
  const before = performance.eventLoopUtilization();
  const { status } = await send(`POST ${request}/content`, { json: edit("Page") });
  const { utilization } = performance.eventLoopUtilization(before);
  expect(status).toBe(200);
  // This one waits while the threads are busy.
  expect(utilization).toBeLessThan(0.7);
});

import { expect, test } from "vitest";
import { longTest } from "../../support/generators/amount.ts";
import { readPdf } from "../../support/machine/pdf.ts";
import { fill, openPlatform } from "../../support/requests/meanwhile.ts";

/** A blocked thread processes one earlier request, and one more that arrived with it. */
const answeredIfBlocked = 2;

const paragraph =
  "A paragraph of *plain* words with a [link](https://example.com/a) and `code`.\n\n";
const getText = (name: string, length: number) =>
  `The text of ${name}.\n\n${paragraph.repeat(Math.ceil(length / paragraph.length))}`;
const texts = (count: number, length: number) =>
  Array.from({ length: count }, (_, at) => getText(`page${at}`, length));

test("other requests are processed while pages are printed", async () => {
  const platform = await openPlatform();
  const request = await fill(platform, texts(4, 30_000));
  const { value } = await platform.read(`GET ${request}/pdf`);
  const { answered, result } = await platform.answeredMeanwhile(
    platform.service
      .transport({ method: "GET", url: value.url, headers: {} })
      .then(async ({ status, body }) => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of body) chunks.push(Buffer.from(chunk));
        return { status, bytes: Buffer.concat(chunks) };
      }),
  );
  expect(result.status).toBe(200);
  expect(answered).toBeGreaterThan(answeredIfBlocked);
  const { outline } = await readPdf(result.bytes);
  expect(outline).toEqual(["Page 0", "Page 1", "Page 2", "Page 3"]);
});

longTest(
  "Pages that are too long for a PDF are refused with the limit, and a part of them is printed",
  async () => {
    const { read, space, service } = await openPlatform();
    const { value: created } = await read(`POST /v1/spaces/${space}/change-requests`, {});
    const request = `/v1/spaces/${space}/change-requests/${created.id}`;
    const leaf = { object: "leaf", text: "a".repeat(1_000_000), marks: [] };
    const paragraph = {
      object: "block",
      type: "paragraph",
      nodes: [{ object: "text", leaves: [leaf] }],
    };
    const long = { object: "document", data: { schemaVersion: 1 }, nodes: [paragraph] };
    for (let at = 0; at < 13; at++) {
      const document = at === 0 ? { markdown: "Short." } : { document: long };
      const changes = [{ operation: "insert_page", title: `Page ${at}`, document }];
      expect((await read(`POST ${request}/content`, { changes })).status).toBe(200);
    }
    const open = async (query: string) => {
      const { value } = await read(`GET ${request}/pdf${query}`);
      const { status, body } = await service.transport({
        method: "GET",
        url: value.url,
        headers: {},
      });
      return { status, body };
    };
    const whole = await open("");
    expect(whole.status).toBe(413);
    expect(String(whole.body)).toMatch(
      /The pages have \d+ bytes, which exceeds the limit of 11534336 for a PDF\. Print a smaller part: /,
    );
    const { value } = await read(`GET ${request}/changes`);
    const short = value.changes.find(
      ({ page }: { page: { title: string } }) => page.title === "Page 0",
    );
    expect((await open(`?page=${short.page.id}&only=true`)).status).toBe(200);
  },
);

test("other requests are processed while a space is translated, and each page gets its translation", async () => {
  const platform = await openPlatform();
  const { read, service, organization, space } = platform;
  await fill(platform, texts(6, 50_000));
  const translations = `/v1/orgs/${organization}/translations`;
  const { value } = await read(`POST ${translations}`, {
    source: { space, language: "en" },
    language: "de",
  });
  const { answered } = await platform.answeredMeanwhile(
    read(`POST ${translations}/${value.id}/run`).then(() => service.jobs.finish()),
  );
  expect(answered).toBeGreaterThan(answeredIfBlocked);
  const { value: run } = await read(`GET ${translations}/${value.id}`);
  expect(run).toMatchObject({ status: "completed", stats: { latestPages: 6 } });
  const { value: list } = await read(`GET /v1/spaces/${run.result.space}/content/pages`);
  for (const { id, title } of list.pages) {
    const { value: page } = await read(`GET /v1/spaces/${run.result.space}/content/page/${id}`);
    expect(page.markdown).toContain(`áĝé${title.match(/\d/)}.`);
  }
});

test("other requests are processed while large pages are first searched, and every page is found", async () => {
  const platform = await openPlatform();
  await fill(platform, texts(6, 50_000));
  const { answered, result } = await platform.answeredMeanwhile(
    platform.read(`GET /v1/spaces/${platform.space}/search?query=page3`),
  );
  expect(answered).toBeGreaterThan(answeredIfBlocked);
  expect(result.value.items[0]).toMatchObject({ title: "Page 3" });
  const { value } = await platform.read(`GET /v1/spaces/${platform.space}/search?query=words`);
  expect(value.items).toHaveLength(6);
});

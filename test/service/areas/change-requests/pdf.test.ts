import { expect, test } from "vitest";
import * as content from "../../../../src/contract/content.ts";
import * as cr from "../../../../src/contract/cr.ts";
import * as space from "../../../../src/contract/space.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { readPdf } from "../../../support/machine/pdf.ts";
import { type Desk, openDesk } from "../../../support/organizations/changes.ts";

async function start() {
  const desk = await openDesk();
  const [guides = "", other = ""] = await desk.publish(
    { title: "Guides", markdown: "How things are **done**." },
    { title: "Other", markdown: "Nothing else." },
  );
  const id = await desk.begin("Ünicode words");
  await desk.edit(id, [
    { operation: "insert_page", into: guides, document: { markdown: "# Start\n\nFirst steps." } },
  ]);
  return { desk, guides, other, ids: { spaceId: desk.spaceId, changeRequestId: id } };
}

/** For tests that change nothing. */
const shared = await start();

/** Follows a URL like a browser: without a token. */
async function open({ workspace }: Desk, url: string, method: "GET" | "HEAD" = "GET") {
  const answer = await workspace.service.transport({ method, url, headers: {} });
  if (typeof answer.body === "string") return { ...answer, bytes: new Uint8Array() };
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  return { ...answer, bytes: new Uint8Array(Buffer.concat(chunks)) };
}

slowTest("the PDF of a change request has all its pages, with a table of contents", async () => {
  const { desk, ids } = shared;
  const { url } = await desk.workspace.ok(desk.admin, cr.pdf, ids);
  const { status, headers, bytes } = await open(desk, url);
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("application/pdf");
  expect(headers["content-disposition"]).toContain("change-request-2.pdf");
  const { title, pages, outline } = await readPdf(bytes);
  expect(title).toBe("Guide");
  expect(pages).toHaveLength(4);
  expect(pages[0]).toContain("Change request 2: Ünicode words");
  expect(pages[1]).toContain("How things are done.");
  expect(pages[2]).toContain("First steps.");
  expect(pages[3]).toContain("Nothing else.");
  expect(outline).toEqual(["Guides", "Start", "Other"]);
});

slowTest(
  "the PDF of a space has its current pages, and is available to users who can see it",
  async () => {
    const { desk, guides } = await start();
    const { workspace, admin, spaceId } = desk;
    const { url } = await workspace.ok(admin, content.pdf, { spaceId });
    const { headers, bytes } = await open(desk, url);
    expect(headers["content-disposition"]).toContain(`${spaceId}.pdf`);
    const { title, pages } = await readPdf(bytes);
    expect(title).toBe("Guide");
    const text = pages.join("\n");
    expect(text).toContain("How things are done.");
    expect(text).toContain("Nothing else.");
    // Only the change request has it.
    expect(text).not.toContain("First steps.");
    const one = await workspace.ok(admin, content.pdf, { spaceId, page: guides, only: true });
    expect((await readPdf((await open(desk, one.url)).bytes)).pages.join("\n")).not.toContain(
      "Nothing else.",
    );
    const unknown = await workspace.ask(admin, content.pdf, { spaceId, page: "NOPE" });
    expect(unknown).toMatchObject({ status: 404 });
    await workspace.ok(admin, space.remove, { spaceId });
    expect((await open(desk, url)).status).toBe(404);
  },
);

slowTest("the PDF can contain a page with its subpages, or the page alone", async () => {
  const { desk, guides, ids } = shared;
  const read = async (only: boolean) => {
    const { url } = await desk.workspace.ok(desk.admin, cr.pdf, { ...ids, page: guides, only });
    return (await readPdf((await open(desk, url)).bytes)).pages.join("\n");
  };
  const below = await read(false);
  expect(below).toContain("How things are done.");
  expect(below).toContain("First steps.");
  expect(below).not.toContain("Nothing else.");
  expect(await read(true)).not.toContain("First steps.");
});

test("a missing page and `only` without a page are refused", async () => {
  const { desk, ids } = shared;
  const { workspace, admin } = desk;
  expect(await workspace.refused(admin, cr.pdf, { ...ids, page: "unknown" })).toMatchObject({
    status: 404,
  });
  expect(await workspace.refused(admin, cr.pdf, { ...ids, only: true })).toMatchObject({
    status: 400,
    message: expect.stringContaining("page"),
  });
});

slowTest("the URL gives access only to its content", async () => {
  const { desk, other, ids } = await start();
  const { url } = await desk.workspace.ok(desk.admin, cr.pdf, ids);
  await desk.write(ids.changeRequestId, other, "Changed since.");
  const { pages } = await readPdf((await open(desk, url)).bytes);
  expect(pages.join("\n")).toContain("Nothing else.");
});

slowTest("the URL is valid for an hour by the platform's clock", async () => {
  const { desk, ids } = await start();
  const { workspace, admin } = desk;
  const { url } = await workspace.ok(admin, cr.pdf, ids);
  workspace.passDays(59 / 60 / 24);
  expect((await open(desk, url)).status).toBe(200);
  workspace.passDays(1 / 60 / 24);
  expect((await open(desk, url)).status).toBe(410);
});

test("a changed URL is refused", async () => {
  const { desk, guides, ids } = shared;
  const { workspace, admin } = desk;
  const { url } = await workspace.ok(admin, cr.pdf, { ...ids, page: guides, only: true });
  const [, signature = "", kind = "", told = "", name = ""] =
    /_download\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(url) ?? [];
  const [until, subject] = JSON.parse(Buffer.from(told, "base64url").toString());
  const other = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const base = url.slice(0, url.indexOf("/_download"));
  for (const path of [
    [signature, kind, other([until + 3600, subject]), name],
    [signature, kind, other([until, { ...subject, only: false }]), name],
    [signature, kind, told, "other.pdf"],
    [signature, "constructor", told, name],
    [`${signature.slice(1)}A`, kind, told, name],
    ["", kind, told, name],
    ["A".repeat(43), kind, told, name],
  ]) {
    const answer = await open(desk, `${base}/_download/${path.join("/")}`);
    expect(answer.status).not.toBe(200);
    expect(answer.bytes).toHaveLength(0);
  }
});

slowTest("a URL is refused once its space is deleted", async () => {
  const { desk, ids } = await start();
  const { workspace, admin, spaceId } = desk;
  const { url } = await workspace.ok(admin, cr.pdf, ids);
  await workspace.ok(admin, space.remove, { spaceId });
  expect((await open(desk, url)).status).toBe(404);
});

test("the signing key is not in an export, and the URL contains no token", async () => {
  const { desk, ids } = shared;
  const { workspace, admin } = desk;
  const { url } = await workspace.ok(admin, cr.pdf, ids);
  const key = await workspace.db
    .selectFrom("facts")
    .select("value")
    .where("name", "=", "download-key")
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(await workspace.service.admin.export())).not.toContain(key.value);
  expect(url).not.toContain("tome_");
});

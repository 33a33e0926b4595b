import { expect, test } from "vitest";
import * as integration from "../../../../src/contract/integration.ts";
import { openIntegrations } from "../../../support/organizations/integrations.ts";

const images = {
  "image/png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1]),
  "image/jpeg": Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]),
  "image/gif": Buffer.from("GIF89a\x01"),
  "image/webp": Buffer.from("RIFF\x10\x00\x00\x00WEBPVP8 "),
  "image/svg+xml": Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
  "application/octet-stream": Buffer.from("<script>alert(1)</script>"),
};
/** Files of other types, which begin like an image. */
const others = [
  Buffer.from("RIFF\x10\x00\x00\x00WAVEfmt "),
  Buffer.from("0RIFF\x10\x00\x00\x00WEBPVP8"),
  Buffer.from("<html><svg></svg></html>"),
  Buffer.from("<svgx></svgx>"),
];

async function fetched(transport: (request: never) => Promise<unknown>, url: string) {
  const request = { method: "GET", url, headers: {} } as never;
  const answer = (await transport(request)) as {
    status: number;
    headers: Record<string, string>;
    body: string | AsyncIterable<Uint8Array>;
  };
  const chunks: Uint8Array[] = [];
  if (typeof answer.body !== "string") {
    for await (const chunk of answer.body) chunks.push(chunk);
  }
  return { ...answer, bytes: Buffer.concat(chunks) };
}

test("the icon and the preview images are served with their types", async () => {
  const { workspace, publish } = await openIntegrations();
  const { transport } = workspace.service;
  for (const [type, bytes] of [
    ...Object.entries(images),
    ...others.map((bytes) => ["application/octet-stream", bytes] as const),
  ]) {
    const made = await publish({
      icon: bytes.toString("base64"),
      previewImages: [Buffer.from("one preview!").toString("base64"), bytes.toString("base64")],
    });
    expect(made.previewImages).toHaveLength(2);
    expect(made.previewImages[1]).toBe(made.urls.icon);
    const answer = await fetched(transport, made.urls.icon ?? "");
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      "content-type": type,
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
  }
});

test("images of an older version are deleted, and a guessed URL is not found", async () => {
  const { workspace, admin, publish } = await openIntegrations();
  const { transport } = workspace.service;
  const icon = images["image/png"].toString("base64");
  const address = (await publish({ icon })).urls.icon ?? "";
  expect((await fetched(transport, address.slice(0, -1))).status).toBe(404);
  expect(await publish()).not.toHaveProperty("urls.icon");
  expect((await fetched(transport, address)).status).toBe(404);
  const { items } = await workspace.ok(admin, integration.list, {});
  expect(items[0]?.previewImages).toEqual([]);
});

/** Requests that a dry run sends, and the one at which it ends. */
import { expect, test } from "vitest";
import { openClient } from "../../src/client/client.ts";
import { createDescribingClient, DescribedError } from "../../src/client/dry-run.ts";
import * as collection from "../../src/contract/collection.ts";
import { rejection } from "../support/network/client.ts";

function described() {
  const sent: string[] = [];
  const client = openClient({
    baseUrl: "http://local.invalid",
    token: undefined,
    userAgent: "tome/test",
    transport: async ({ method }) => {
      sent.push(method);
      return { status: 200, headers: { "content-type": "application/json" }, body: '{"id":"c1"}' };
    },
  });
  return { client: createDescribingClient(client), sent };
}

const update = {
  method: "PATCH",
  url: "http://local.invalid/v1/collections/c1",
  headers: { "content-type": "application/json" },
};

test("a write is printed and not sent", async () => {
  const { client, sent } = described();
  const error = await rejection(
    client.call(collection.update, { collectionId: "c1", title: "New" }),
  );
  expect(error).toBeInstanceOf(DescribedError);
  expect(error).toHaveProperty("request", { ...update, body: { title: "New" } });
  const byHand = await rejection(
    client.send({ method: "PATCH", path: "/collections/c1", body: '{"title":"New"}' }),
  );
  expect(byHand).toHaveProperty("request", { ...update, body: { title: "New" } });
  expect(sent).toEqual([]);
});

test("a read is sent, unless it is the requested operation", async () => {
  const { client, sent } = described();
  const input = { collectionId: "c1" };
  expect((await client.call(collection.get, input)).value).toEqual({ id: "c1" });
  expect((await client.send({ method: "GET", path: "/collections/c1" })).status).toBe(200);
  expect(sent).toEqual(["GET", "GET"]);
  expect(() => client.announce(collection.get, input)).toThrow(DescribedError);
  expect(() => client.announceRaw({ method: "GET", path: "/collections/c1" })).toThrow(
    DescribedError,
  );
  expect(sent).toEqual(["GET", "GET"]);
});

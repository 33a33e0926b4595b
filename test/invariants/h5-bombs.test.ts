import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import * as openapi from "../../src/contract/openapi.ts";
import { issueToken } from "../../src/service/server/tokens.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { answering } from "../support/network/answering.ts";
import {
  type FullOrganization,
  openFullOrganization,
} from "../support/organizations/full-organization.ts";

/** The number of attempts with each expanding input, each with another size. */
const rounds = amount({ short: 1, full: 12 });
/** The minimum size of an input that expands. */
const firstSize = amount({ short: 0.2, full: 0.4 });
/** The number of items of a list that has more than a request may have. */
const many = amount({ short: 500_000, full: 2_000_000 });
const outside = "127.0.0.9";
/** Much longer than a refusal takes on a slow machine, and much shorter than an expansion takes. */
const mostProcessing = 5000;
const mostMemory = 200;

type Bomb = (size: number, target: FullOrganization) => readonly [what: string, body: string];

const json = JSON.stringify;
const inSpaces =
  (body: string): Bomb =>
  (_size, { organizationId }) => [`POST /orgs/${organizationId}/spaces`, body];
const asPage =
  (markdown: (size: number) => string): Bomb =>
  (size, { spaceId, ids }) => [
    `POST /spaces/${spaceId}/change-requests/${ids.get("cr")}/content`,
    json({
      changes: [{ operation: "insert_page", title: "A", document: { markdown: markdown(size) } }],
    }),
  ];
const asCondition =
  (condition: (size: number) => string): Bomb =>
  (size, { ids, organizationId }) => {
    const site = `/orgs/${organizationId}/sites/${ids.get("site")}`;
    return [
      `PATCH ${site}/site-spaces/${ids.get("siteSpace")}`,
      json({ condition: condition(size) }),
    ];
  };

const bombs: Readonly<Record<string, Bomb>> = {
  "lists of depth 100 000": inSpaces(`{"title":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
  "objects of depth 100 000": inSpaces(`${'{"title":'.repeat(100_000)}1${"}".repeat(100_000)}`),
  "what only opens": inSpaces("[".repeat(9_000_000)),
  "a text of many characters": inSpaces(json({ title: "🚀".repeat(2_000_000) })),
  "a number of many digits": inSpaces(`{"title":${"9".repeat(9_000_000)}}`),
  "many names": (size, target) => {
    const names = Array.from({ length: size * 500_000 }, (_, at) => `"k${at}":1`);
    return inSpaces(`{${names.join(",")}}`)(size, target);
  },
  "many empty lists": inSpaces(`{"title":[${"[],".repeat(many)}[]]}`),
  "many faulty items": (size, { organizationId }) => [
    `POST /orgs/${organizationId}/conversations`,
    `[${"{},".repeat(size * 2_000_000)}{}]`,
  ],
  "many changes": (_size, { spaceId, ids }) => [
    `POST /spaces/${spaceId}/change-requests/${ids.get("cr")}/content`,
    `{"changes":[${"{},".repeat(many)}{}]}`,
  ],
  "a table of many cells": asPage(
    (size) => `${"|a".repeat(40_000)}|\n${"|-".repeat(40_000)}|\n${"|b|\n".repeat(size * 10_000)}`,
  ),
  "brackets without end": asPage((size) => "[".repeat(size * 400_000)),
  "emphasis without end": asPage((size) => "*a ".repeat(size * 100_000)),
  "quotes in quotes": asPage((size) => `${"> ".repeat(size * 200_000)}a`),
  "lists in lists": asPage((size) => `${"- ".repeat(size * 200_000)}a`),
  "images in images": asPage((size) => "![](".repeat(size * 100_000)),
  "tags in tags": asPage((size) => "{% hint %}\n".repeat(size * 20_000)),
  "brackets in a condition": asCondition((size) => `${"(".repeat(size * 400_000)}1`),
  "negations in a condition": asCondition((size) => `${"!".repeat(size * 400_000)}a`),
  "a chain in a condition": asCondition((size) => `${"a||".repeat(size * 100_000)}a`),
  "blocks that are all the same": asPage((size) => "# a\n".repeat(size * 100_000)),
  "as many blocks as are read": asPage(() => "# a\n".repeat(10_000)),
};

/**
 * The CPU time of this process in milliseconds, independent of the load, and its memory growth in
 * MiB.
 */
async function computeCost(
  work: () => Promise<void>,
): Promise<{ processing: number; memory: number }> {
  const before = process.memoryUsage().rss;
  const started = process.cpuUsage();
  await work();
  const { user } = process.cpuUsage(started);
  return {
    processing: user / 1000,
    memory: (process.memoryUsage().rss - before) / 2 ** 20,
  };
}

slowTest(
  "an expanding request is refused, or stored as plain text, before it expands",
  async () => {
    const target = await openFullOrganization("Handbook");
    const { service, db, now } = target.workspace;
    const token = await issueToken(db, { user: target.admin, label: "test", now });
    const random = randomFrom();
    const send = (what: string, body: string) => {
      const [method = "", path = ""] = what.split(" ");
      return service.transport({
        method: method as "POST",
        url: `http://127.0.0.1:4000/v1${path}`,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body,
      });
    };
    // The memory of the threads themselves does not count.
    const plain = asPage((size) => "A plain paragraph.\n\n".repeat(size));
    await Promise.all(Array.from({ length: 4 }, () => send(...plain(2000, target))));
    const exploded = countFaults();
    for (let round = 0; round < rounds; round++) {
      const size = round === 0 ? firstSize : 0.2 + random.next();
      for (const [name, bomb] of Object.entries(bombs)) {
        const [what, body] = bomb(size, target);
        const cost = await computeCost(async () => {
          const { status } = await send(what, body);
          expect([name, size, status]).toEqual([name, size, expect.toSatisfy((one) => one < 500)]);
        });
        exploded.add(!isSmall(cost));
        expect([name, size, cost]).toEqual([name, size, expect.toSatisfy(isSmall)]);
      }
    }
    await service.close();
    const count = rounds * Object.keys(bombs).length;
    report("H5", `${count} bombs in requests, ${exploded.total()} went off`);
  },
);

test("an expanding download is refused before it is decompressed or read", async () => {
  const target = await openFullOrganization("Handbook", { allowPrivate: [outside] });
  const { workspace, admin, organizationId } = target;
  const billion = ["x-0: &a0 [lol]"];
  for (let level = 1; level < 30; level++) {
    billion.push(`x-${level}: &a${level} [${`*a${level - 1},`.repeat(9)}]`);
  }
  const head = "openapi: 3.0.0\ninfo: {title: A, version: '1'}\npaths: {}\n";
  const packed = gzipSync(`${head}# ${" ".repeat(50_000_000)}`);
  const texts: readonly (readonly [body: string | Buffer, coding: string])[] = [
    [packed, "gzip"],
    [gzipSync(packed), "gzip, gzip"],
    [`${head}${billion.join("\n")}\n`, "identity"],
    [`{"openapi":"3.0.0","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "identity"],
  ];
  for (const [index, [body, coding]] of texts.entries()) {
    const there = await answering((_request, response) => {
      response.writeHead(200, { "content-encoding": coding }).end(body);
    }, outside);
    const named = { organizationId, specSlug: `bomb-${index}` };
    const { memory } = await computeCost(async () => {
      await workspace.ok(admin, openapi.put, { ...named, source: { url: there.url } });
      await workspace.service.jobs.finish();
    });
    const { processingState } = await workspace.ok(admin, openapi.get, named);
    expect([index, processingState, memory]).toEqual([
      index,
      "complete",
      expect.toSatisfy((one) => one < mostMemory),
    ]);
    expect((await workspace.ok(admin, openapi.get, named)).lastVersion).toBeUndefined();
  }
  await workspace.service.close();
});

function isSmall({ processing, memory }: { processing: number; memory: number }): boolean {
  return processing < mostProcessing && memory < mostMemory;
}

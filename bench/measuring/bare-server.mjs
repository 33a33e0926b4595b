/**
 * Minimal server for measuring clients: lists of spaces from memory over HTTP and TLS. Runs in its own
 * process, and prints its two URLs as JSON.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { join } from "node:path";

const certificates = join(
  import.meta.dirname,
  "..",
  "..",
  "test",
  "support",
  "network",
  "certificate",
);
const total = 100_000;

/** @param {number} index */
function space(index) {
  const id = `space${String(index).padStart(15, "0")}`;
  return {
    object: "space",
    id,
    title: `Handbook of team ${index}, 手册 ${index % 7 === 0 ? "📘" : ""}`,
    emoji: "1f4d8",
    visibility: index % 2 === 0 ? "private" : "public",
    editMode: "live",
    organization: "organization1",
    parent: `collection${index % 100}`,
    createdAt: "2026-01-02T03:04:05.000Z",
    updatedAt: "2026-02-03T04:05:06.000Z",
    mergeRules: { type: "inherit" },
    defaultLevel: "inherit",
    language: "en",
    comments: 3,
    changeRequests: 2,
    changeRequestsOpen: 1,
    changeRequestsDraft: 1,
    permissions: { view: true, access: true, admin: false, viewInviteLinks: false, edit: true },
    urls: {
      location: `http://127.0.0.1/v1/spaces/${id}`,
      app: `https://app.example.com/o/organization1/s/${id}`,
    },
    // Increases the size of an item to about one kilobyte.
    note: "A paragraph of plain words that says what the space is for. ".repeat(5),
  };
}

const texts = Array.from({ length: total }, (_, index) => JSON.stringify(space(index)));

/** @param {string} address */
function answer(address) {
  const url = new URL(address, "http://localhost");
  const one = /^\/v1\/spaces\/space(\d+)$/.exec(url.pathname);
  if (one) return texts[Number(one[1])] ?? "{}";
  const start = Number(url.searchParams.get("page") ?? 0);
  const end = Math.min(start + Number(url.searchParams.get("limit") ?? 50), total);
  const next = end < total ? `,"next":{"page":"${end}"}` : "";
  return `{"items":[${texts.slice(start, end).join(",")}]${next},"count":${total}}`;
}

/** @type {import("node:http").RequestListener} */
function listener(request, response) {
  const body = answer(request.url ?? "/");
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

const plain = createServer(listener);
const secure = createSecureServer(
  {
    key: readFileSync(join(certificates, "key.pem")),
    cert: readFileSync(join(certificates, "certificate.pem")),
  },
  listener,
);
await new Promise((resolve) => plain.listen(0, "127.0.0.1", () => resolve(undefined)));
await new Promise((resolve) => secure.listen(0, "127.0.0.1", () => resolve(undefined)));
const getPort = (/** @type {import("node:net").Server} */ server) =>
  /** @type {import("node:net").AddressInfo} */ (server.address()).port;
console.log(
  JSON.stringify({
    plain: `http://127.0.0.1:${getPort(plain)}`,
    secure: `https://localhost:${getPort(secure)}`,
  }),
);

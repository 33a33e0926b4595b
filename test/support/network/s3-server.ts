/** S3-compatible server in memory, which verifies AWS Signature Version 4 by itself. */
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface S3Server {
  readonly url: string;
  /** The objects by bucket and key. */
  readonly objects: Map<string, Buffer>;
  /** The method and path of each request, in order. */
  readonly requests: string[];
  /** Changes or delays responses; undefined for the usual one. */
  disturb: ((request: IncomingMessage, key: string) => Disturbing) | undefined;
  readonly close: () => Promise<void>;
}

export type Disturbance =
  | { readonly status: number; readonly code: string }
  | { readonly redirect: string }
  | "hang"
  /** Declares the whole length, sends half of it and ends the connection. */
  | "truncate"
  /** Sends other bytes of the same length. */
  | "corrupt"
  /** Sends a part, then nothing. */
  | "stall";

type Disturbing = Disturbance | undefined | Promise<Disturbance | undefined>;

export const s3Credentials = { keyId: "AKIATEST", secret: "s3-test-secret/with+signs" };

const region = "us-east-1";

export async function startS3Server(bucket = "files"): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const key = decodeURIComponent((request.url ?? "").split("?")[0] ?? "").slice(1);
    requests.push(`${request.method} /${key}`);
    await answer(request, response, body, key);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const s3: S3Server = {
    url: `http://127.0.0.1:${port}`,
    objects,
    requests,
    disturb: undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return s3;

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    key: string,
  ): Promise<void> {
    const problem = findSignatureProblem(request, body);
    if (problem !== undefined) return refuse(response, 403, problem);
    if (!key.startsWith(`${bucket}/`)) return refuse(response, 404, "NoSuchBucket");
    const disturbance = await s3.disturb?.(request, key);
    if (disturbance === "hang") return;
    if (typeof disturbance === "object") {
      if ("status" in disturbance) return refuse(response, disturbance.status, disturbance.code);
      return void response.writeHead(307, { location: disturbance.redirect }).end();
    }
    if (request.method === "PUT") {
      objects.set(key, body);
      return void response.writeHead(200, { etag: '"stored"' }).end();
    }
    if (request.method === "DELETE") {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const object = objects.get(key);
    if (object === undefined) return refuse(response, 404, "NoSuchKey");
    sendObject(request, response, object, disturbance);
  }
}

function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  object: Buffer,
  disturbance: Disturbance | undefined,
): void {
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
  const bytes = range ? object.subarray(Number(range[1]), Number(range[2]) + 1) : object;
  response.writeHead(range ? 206 : 200, { "content-length": String(bytes.length) });
  if (request.method === "HEAD") return void response.end();
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  if (disturbance === "truncate") {
    response.write(half, () => response.destroy());
  } else if (disturbance === "stall") {
    response.write(half);
  } else if (disturbance === "corrupt") {
    const other = Buffer.from(bytes);
    other[0] = (other[0] ?? 0) ^ 1;
    response.end(other);
  } else {
    response.end(bytes);
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>key ${s3Credentials.keyId} secret ${s3Credentials.secret}</Message></Error>`,
  );
}

/** @returns the error code of S3 for a request that is not signed correctly */
function findSignatureProblem(request: IncomingMessage, body: Buffer): string | undefined {
  const {
    authorization = "",
    "x-amz-date": date = "",
    "x-amz-content-sha256": hash = "",
  } = request.headers as Readonly<Record<string, string>>;
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (match === null) return "AccessDenied";
  const [, keyId, day = "", signedRegion, names = "", signature] = match;
  if (keyId !== s3Credentials.keyId) return "InvalidAccessKeyId";
  if (signedRegion !== region) return "AuthorizationHeaderMalformed";
  if (hash !== createHash("sha256").update(body).digest("hex")) return "XAmzContentSHA256Mismatch";
  if (!names.split(";").includes("host")) return "AccessDenied";
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const headers = names
    .split(";")
    .map((name) => `${name}:${String(request.headers[name] ?? "").trim()}\n`)
    .join("");
  const canonical = [request.method, path, query, headers, names, hash].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const canonicalHash = createHash("sha256").update(canonical).digest("hex");
  const text = ["AWS4-HMAC-SHA256", date, scope, canonicalHash].join("\n");
  const hmac = (key: string | Buffer, part: string) =>
    createHmac("sha256", key).update(part).digest();
  const signingKey = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(
    (key, part) => hmac(key, part),
    `AWS4${s3Credentials.secret}`,
  );
  const expected = createHmac("sha256", signingKey).update(text).digest("hex");
  return expected === signature ? undefined : "SignatureDoesNotMatch";
}

import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { ApiError } from "../../../../src/errors.ts";
import {
  createSecret,
  parseSecret,
  signHeaders,
  toSecretPurpose,
} from "../../../../src/service/areas/webhooks/signature.ts";

const toSecret = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`;

test("a delivery has a signature for each secret, over its id, time and body", () => {
  const [one, two] = [toSecret(24), toSecret(64)];
  const time = new Date("2026-03-02T08:00:00.999Z");
  const headers = signHeaders([one, two], { id: "D1", time, body: '{"a":1}' });
  const sign = (size: number) =>
    createHmac("sha256", Buffer.alloc(size, 7)).update('D1.1772438400.{"a":1}').digest("base64");
  expect(headers).toEqual({
    "webhook-id": "D1",
    "webhook-timestamp": "1772438400",
    "webhook-signature": `v1,${sign(24)} v1,${sign(64)}`,
  });
});

test("a key has 24 to 64 bytes, and the secret has no line break", () => {
  for (const size of [24, 64]) expect(parseSecret(` ${toSecret(size)}\n`)).toBe(toSecret(size));
  for (const size of [0, 23, 65]) {
    const message = `secret must be whsec_ and 24 to 64 bytes in Base64, not ${size} bytes.`;
    const parse = () => parseSecret(toSecret(size));
    expect(parse).toThrow(ApiError);
    expect(parse).toThrow(expect.objectContaining({ status: 400, field: "secret", message }));
  }
});

test("a new secret depends on two ids, and has a purpose of its webhook", () => {
  const count = (start: number) => {
    let at = start;
    return () => `id${at++}`;
  };
  const secret = createSecret(count(1));
  expect(parseSecret(secret)).toBe(secret);
  expect(createSecret(count(1))).toBe(secret);
  expect(createSecret(count(2))).not.toBe(secret);
  expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(32);
  expect(toSecretPurpose("W1")).toBe("webhook W1");
});

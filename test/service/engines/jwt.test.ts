import { SignJWT } from "jose";
import { expect, it } from "vitest";
import { signToken, verifyToken } from "../../../src/service/engines/jwt.ts";

const secret = Buffer.alloc(32, 1);
const from = new Date("2026-03-02T08:00:00.900Z");
const start = Date.parse("2026-03-02T08:00:00Z");

it("a signed token has its claims and its validity in seconds", async () => {
  const token = await signToken({ claims: { sub: "u1" }, from, seconds: 60, secret });
  const [header, payload] = token
    .split(".")
    .map((part) => Buffer.from(part, "base64url").toString());
  expect([header, payload]).toEqual([
    '{"alg":"HS256","typ":"JWT"}',
    '{"sub":"u1","iat":1772438400,"exp":1772438460}',
  ]);
});

it.each([
  [0, { claims: { iat: start / 1000, exp: start / 1000 + 60, sub: "u1" } }],
  [64_000, { claims: { iat: start / 1000, exp: start / 1000 + 60, sub: "u1" } }],
  [65_000, { fault: "expired" }],
])(
  "%d milliseconds after its start, a token of a minute is read or refused",
  async (after, result) => {
    const token = await signToken({ claims: { sub: "u1" }, from, seconds: 60, secret });
    expect(await verifyToken(token, secret, new Date(start + after))).toEqual(result);
  },
);

const sign = (claims: object, algorithm = "HS256", key = secret) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: algorithm }).sign(key);

it.each([
  ["another secret", () => sign({}, "HS256", Buffer.alloc(32, 2)), "wrong-signature"],
  ["another algorithm", () => sign({}, "HS512", Buffer.alloc(64, 1)), "wrong-algorithm"],
  ["a start in the future", () => sign({ nbf: start / 1000 + 6 }), "not-yet"],
  ["a start that is not a number", () => sign({ nbf: "soon" }), "malformed"],
  ["an expiry that is not a number", () => sign({ exp: "late" }), "malformed"],
  ["no signature", async () => "eyJhbGciOiJub25lIn0.e30.", "wrong-algorithm"],
  ["no token", async () => "text", "malformed"],
])("a token with %s is refused", async (_, create, fault) => {
  expect(await verifyToken(await create(), secret, new Date(start))).toEqual({ fault });
});

it("a token is valid five seconds before its start", async () => {
  const token = await sign({ nbf: start / 1000 + 5 });
  expect(await verifyToken(token, secret, new Date(start))).toEqual({
    claims: { nbf: start / 1000 + 5 },
  });
});

it("an error of the program is not a fault of the token", async () => {
  const token = await sign({});
  const noSecret = new Uint8Array();
  await expect(verifyToken(token, noSecret, new Date(start))).rejects.toThrow();
});

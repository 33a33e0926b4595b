import { describe, expect, test } from "vitest";
import { slowTests } from "../../../support/generators/amount.ts";
import { serve } from "../../../support/platforms/served.ts";

const origin = "https://tool.example.com";
const asked = { origin, "access-control-request-method": "PATCH" };

describe("a page of another origin", () => {
  test.each(["GET /v1/user", "POST /v1/orgs", "GET /v1/spaces/none", "GET /v1/orgs/none/fonts"])(
    "reads the response of %s with a token",
    async (what) => {
      const { send } = await serve();
      const { status, headers } = await send(what, { headers: { origin } });
      expect(status).not.toBe(403);
      expect(headers).toMatchObject({
        "access-control-allow-origin": "*",
        "access-control-expose-headers": expect.stringContaining("Warning"),
        "x-request-id": expect.any(String),
      });
      expect(headers).not.toHaveProperty("access-control-allow-credentials");
    },
  );

  test("asks first, with any headers, and without a token", async () => {
    const { send } = await serve();
    const { status, headers, body } = await send("OPTIONS /v1/spaces/S1", {
      headers: {
        ...asked,
        authorization: "",
        "access-control-request-headers": "authorization,content-type,user-agent",
        "access-control-request-private-network": "true",
      },
    });
    expect([status, body]).toEqual([204, ""]);
    expect(headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers": "authorization,content-type,user-agent",
      "access-control-allow-private-network": "true",
      "access-control-max-age": "600",
      vary: expect.stringContaining("Access-Control-Request-Headers"),
    });
    const odd = { ...asked, "access-control-request-headers": "authorization;x" };
    const answer = await send("OPTIONS /v1/user", { headers: odd });
    expect(answer.headers["access-control-allow-headers"]).toBe("Authorization, Content-Type");
  });

  slowTests.each([
    ["GET /v1/user", { origin, authorization: "", cookie: "session=1" }],
    ["GET /v1/", { origin, authorization: "" }],
    ["POST /v1/urls/published", { origin, authorization: "Basic eDp5" }],
    ["GET /_tome/requests", { origin }],
    ["OPTIONS /_tome/clock", asked],
    ["OPTIONS /healthz", asked],
    ["OPTIONS /v1/../_tome/clock", asked],
    ["OPTIONS /v1/user", { origin }],
  ])("is refused %s without a token, or outside the API", async (what, headers) => {
    const { send } = await serve();
    const answer = await send(what, { headers, ...(what.includes("_tome") && { admin: true }) });
    expect(answer.status).not.toBeLessThan(400);
    expect(answer.headers).not.toHaveProperty("access-control-allow-methods");
    if (headers !== asked && !("access-control-request-method" in headers)) {
      const isMethodRefused = answer.status === 405;
      expect(isMethodRefused || answer.headers["access-control-allow-origin"] === undefined).toBe(
        true,
      );
    }
  });

  test("is refused at another host, even with a token", async () => {
    const { send } = await serve();
    const answer = await send("GET /v1/user", { headers: { origin, host: "evil.example.com" } });
    expect(answer.status).toBe(421);
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
  });
});

test("a request without an origin has no headers of cross-origin requests", async () => {
  const { send } = await serve();
  const { headers } = await send("GET /v1/user");
  expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
});

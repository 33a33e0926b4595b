import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { serve } from "../../support/network/loopback.ts";

const specification = (title: string) =>
  JSON.stringify({ openapi: "3.1.0", info: { title, version: "1" }, paths: {} });

test.each(["hosted", "local"])(
  "with the %s platform, a URL is read without a token",
  async (platform) => {
    const files = await serve(({ url }, response) => response.end(specification(url)));
    const env = {
      ...(platform === "hosted" ? { TOME_BASE_URL: "http://127.0.0.1:1" } : { TOME_LOCAL: "true" }),
      TOME_ALLOW_PRIVATE: "true",
    };
    const tome = openTome();
    for (const token of [{}, { TOME_TOKEN: "secret" }]) {
      const line = `openapi diff ${files.url}/a.json ${files.url}/b.json`;
      const { code, stderr } = await tome(line, { env: { ...env, ...token } });
      expect([code, stderr]).toEqual([0, expect.not.stringContaining("error")]);
    }
    expect(files.seen.map(({ url }) => url)).toEqual(["/a.json", "/b.json", "/a.json", "/b.json"]);
    expect(files.seen.filter(({ headers }) => "authorization" in headers)).toEqual([]);
  },
);

test.each(["hosted", "local"])("with the %s platform, bytes are not text", async (platform) => {
  const files = await serve((_, response) => response.end(Buffer.from([0xff, 0xfe, 0])));
  const env = {
    TOME_ALLOW_PRIVATE: "true",
    ...(platform === "hosted" ? { TOME_BASE_URL: "http://127.0.0.1:1" } : { TOME_LOCAL: "true" }),
  };
  const { code, stderr } = await openTome()(`openapi diff ${files.url}/a ${files.url}/b`, { env });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/is not UTF-8/)]);
});

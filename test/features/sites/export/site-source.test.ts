import { expect, test } from "vitest";
import type { WireRequest } from "../../../../src/contract/wire.ts";
import { requestSite } from "../../../../src/features/sites/export/site-source.ts";

test.each(["//other.example/_site/s", "http://other.example/_site/s", "\\\\other.example/"])(
  "no other server is requested for the path %s of a hostile platform",
  async (path) => {
    const sent: string[] = [];
    const transport = async ({ url }: WireRequest) => {
      sent.push(url);
      return { status: 200, headers: {}, body: "" };
    };
    const credentials = new URLSearchParams({ token: "canary" });
    const location = { origin: "https://docs.example", prefix: "/_site/s", credentials };
    await expect(requestSite(transport, location, path)).rejects.toThrow("not a path of the site");
    await requestSite(transport, location, "/_site/s/page");
    expect(sent).toEqual(["https://docs.example/_site/s/page?token=canary"]);
  },
);

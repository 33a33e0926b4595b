/** Conditional content of sites in API responses to visitors. */
import { expect, test } from "vitest";
import { sample, slowTest } from "../../../support/generators/amount.ts";
import { openReaders } from "../reader/fixture.ts";

/** On a page of the user guide, for customers only. */
const hint = "Single sign-on is part of your plan";
const path = "people-and-roles";

/** For both tests, which change nothing. */
const readers = await openReaders();

function opened() {
  const { url, host, site, org } = readers;
  const send = async (what: string, token: string, json?: object) => {
    const [method = "", address = ""] = what.split(" ");
    const answer = await fetch(`${url}/v1${address}`, {
      method,
      headers: {
        ...(token !== "" && { authorization: `Bearer ${token}` }),
        ...(json && { "content-type": "application/json" }),
      },
      ...(json && { body: JSON.stringify(json) }),
    });
    return { status: answer.status, body: await answer.text() };
  };
  const page = `http://${host}/user-guide/${path}`;
  const resolve = async (jwtToken?: string) => {
    const json = { url: page, visitor: { ...(jwtToken && { jwtToken }), unsignedClaims: {} } };
    return JSON.parse((await send("POST /urls/published", "", json)).body);
  };
  /** All responses that contain the text of the page, by request. */
  async function readAll({ apiToken: token, space }: { apiToken: string; space: string }) {
    const content = await send(`GET /spaces/${space}/content`, token);
    const { id: revision } = JSON.parse(content.body);
    const found = await send(`GET /spaces/${space}/content/path/${path}`, token);
    const { id, documentId } = JSON.parse(found.body);
    const pages = [
      `/spaces/${space}/content/path/${path}`,
      `/spaces/${space}/content/page/${id}`,
      `/spaces/${space}/revisions/${revision}/page/${id}`,
      `/spaces/${space}/revisions/${revision}/path/${path}`,
    ];
    const queries = ["markdown", "document"].flatMap((format) =>
      ["true", "false", "deterministic-only"].map((value) => `format=${format}&evaluated=${value}`),
    );
    const all = [
      ...pages.flatMap((one) => queries.map((query) => `GET ${one}?${query}`)),
      `GET /spaces/${space}/revisions/${revision}/page/${id}/document`,
      `GET /spaces/${space}/documents/${documentId}`,
    ];
    const answers = new Map<string, string>();
    for (const what of sample(all, 12)) {
      const { status, body } = await send(what, token);
      expect([what, status]).toEqual([what, 200]);
      answers.set(what, body);
    }
    const search = `POST /orgs/${org}/sites/${site}/search`;
    const { status, body } = await send(search, token, { query: hint, mode: "all" });
    expect(status).toBe(200);
    answers.set(search, body);
    return answers;
  }
  return { ...readers, resolve, readAll };
}

slowTest(
  "a visitor without the claim gets the text in no format, and does not find it",
  async () => {
    const { resolve, readAll } = opened();
    for (const [what, body] of await readAll(await resolve())) {
      expect([what, body.includes(hint)]).toEqual([what, false]);
    }
  },
);

test("a visitor with the claim gets it in every format, and finds it", async () => {
  const { resolve, readAll, visitorToken } = opened();
  const token = await visitorToken({ isCustomer: true });
  for (const [what, body] of await readAll(await resolve(token))) {
    expect([what, body.includes(hint)]).toEqual([what, true]);
  }
});

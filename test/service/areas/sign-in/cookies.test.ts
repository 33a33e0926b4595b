import { describe, expect, test } from "vitest";
import {
  createEmptySessionCookie,
  createSessionCookie,
  readRequestCookie,
  readSessionSecret,
  requestCookie,
} from "../../../../src/service/areas/sign-in/cookies.ts";
import {
  openArrival,
  sealArrival,
} from "../../../../src/service/areas/sign-in/encrypted-result.ts";
import { openRequests } from "./requests.ts";

describe("the cookies of a sign-in", () => {
  test.each([
    ["http://127.0.0.1:4000", ""],
    ["https://tome.example.com", "; Secure"],
  ])("of %s cannot be read by scripts or sent by other sites", async (base, secure) => {
    const { request } = await openRequests();
    const sent = request({ base });
    expect(createSessionCookie(sent, "secret")).toBe(
      `tome-session=secret; Path=/_signin; HttpOnly; SameSite=Lax${secure}`,
    );
    expect(createEmptySessionCookie(sent)).toBe(
      `tome-session=; Path=/_signin; HttpOnly; SameSite=Lax; Max-Age=0${secure}`,
    );
    const pending = { id: "_1", provider: "p", next: "", until: 0 };
    const [first, ...attributes] = (await requestCookie(sent, "/v1/x", pending)).split("; ");
    expect(first).toMatch(/^tome-sign-in=[\w+/=]+$/);
    expect(attributes.join("; ")).toBe(`Path=/v1/x; HttpOnly; SameSite=Lax${secure}`);
  });

  test("hold a request until it expires, and only as this platform encrypted it", async () => {
    const { request, workspace, secretBox, pass } = await openRequests();
    const until = workspace.now.getTime() + 1000;
    const pending = { id: "_1", provider: "p", next: "/x", until };
    const [cookie = ""] = (await requestCookie(request(), "/", pending)).split(";");
    const read = (text: string) => readRequestCookie(request({ headers: { cookie: text } }));
    expect(await read(`a=b; ${cookie}`)).toEqual(pending);
    expect(await readRequestCookie(request())).toBeUndefined();
    expect(await read("tome-sign-in=AAAA")).toBeUndefined();
    const other = await secretBox.seal(JSON.stringify(pending), "another purpose");
    expect(await read(`tome-sign-in=${other}`)).toBeUndefined();
    pass(999);
    expect(await read(cookie)).toEqual(pending);
    pass(1);
    expect(await read(cookie)).toBeUndefined();
  });

  test("hold the secret of the session", async () => {
    const { request } = await openRequests();
    const read = (cookie: string) => readSessionSecret(request({ headers: { cookie } }));
    expect(read("tome-session=one; tome-session=two")).toBe("one");
    expect(read("tome-sign-in=one")).toBeUndefined();
    expect(readSessionSecret(request())).toBeUndefined();
  });
});

test("the result of a SAML response is valid until its end, and only as it was encrypted", async () => {
  const { secretBox, workspace } = await openRequests();
  const { now } = workspace;
  const arrival = { provider: "p", request: "_1", email: "a@example.com", until: now.getTime() };
  const encrypted = await sealArrival(secretBox, arrival);
  expect(await openArrival(secretBox, encrypted, new Date(now.getTime() - 1))).toEqual(arrival);
  expect(await openArrival(secretBox, encrypted, now)).toBeUndefined();
  expect(await openArrival(secretBox, "AAAA", new Date(0))).toBeUndefined();
  const other = await secretBox.seal(JSON.stringify(arrival), "another purpose");
  expect(await openArrival(secretBox, other, new Date(0))).toBeUndefined();
});

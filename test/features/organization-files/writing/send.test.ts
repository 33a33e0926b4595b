import { describe, expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import type { Endpoint } from "../../../../src/contract/endpoint.ts";
import * as invite from "../../../../src/contract/organization-invite.ts";
import { ApiError } from "../../../../src/errors.ts";
import { listItems, send } from "../../../../src/features/organization-files/writing/send.ts";
import { openScriptedClient } from "../../../support/network/scripted-client.ts";

describe("send", () => {
  test("returns the response to a valid input", async () => {
    const { client, sent } = openScriptedClient(() => ({ id: "C1" }));
    const input = { organizationId: "O1", title: "Product" };
    expect(await send(client, collection.create, input)).toEqual({ id: "C1" });
    expect(sent).toEqual([["POST /orgs/O1/collections", { title: "Product" }]]);
  });

  test.each<readonly [string, Endpoint, object, RegExp]>([
    ["a title that is too long", collection.create, { title: "x".repeat(51) }, /^title .*50.*\.$/],
    ["a value of another type", collection.create, { title: 12 }, /^title .*\.$/],
    ["an unknown field", collection.create, { title: "Product", color: "red" }, /color/],
    [
      "a value in a list",
      invite.users,
      {
        emails: [
          { email: "ada@x.org", role: "edit" },
          { email: 1, role: "edit" },
        ],
      },
      /^emails\.1 must be an email address.*\.$/,
    ],
  ])("refuses %s without a request, and names the field", async (_, endpoint, input, message) => {
    const { client, sent } = openScriptedClient();
    const error = await send(client, endpoint, { organizationId: "O1", ...input }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, message: expect.stringMatching(message) });
    expect(sent).toEqual([]);
  });
});

test("the entries of a list have their names without the list, which may contain slashes", () => {
  const fields = new Map([
    ["grants/teams/docs", "edit"],
    ["grants", "no entry"],
    ["grantsOfOthers/x", "no entry"],
    ["members/ada@x.org", "owner"],
    ["grants/ada@x.org", null],
  ]);
  expect(listItems(fields, "grants")).toEqual([
    ["teams/docs", "edit"],
    ["ada@x.org", null],
  ]);
  expect(listItems(fields, "shareLinks")).toEqual([]);
});

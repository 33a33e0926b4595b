import { describe, expect, test } from "vitest";
import { buildOperations } from "../../../src/app/parse/invocation-operations.ts";
import type { ResolvedSettings } from "../../../src/context.ts";
import * as inSpace from "../../../src/contract/comment.ts";
import * as replies from "../../../src/contract/comment-reply.ts";
import * as inChangeRequest from "../../../src/contract/cr-comment.ts";
import * as repliesInChangeRequest from "../../../src/contract/cr-comment-reply.ts";
import type { Endpoint } from "../../../src/contract/endpoint.ts";
import { UsageError } from "../../../src/errors.ts";
import { createPartial } from "../../support/commands/partial.ts";

/** The operations, fields and lookups by their names. */
async function read(line: string, settings: Partial<ResolvedSettings> = {}) {
  const built = await buildOperations(line.split(" "), createPartial<ResolvedSettings>(settings));
  return {
    command: built.command,
    operations: built.operations.map(({ operation }) => operation),
    fields: built.fields,
    lookups: built.lookups.map(({ operation }) => operation),
  };
}

const space = { space: { value: "S1000000000000000000", from: "flag --space" } };
const comment = "C1000000000000000000";

describe("buildOperations", () => {
  // Each of these commands has an operation for a change request and one for a space.
  test.each<[line: string, ofSpace: Endpoint, ofChangeRequest: Endpoint]>([
    [`comment get ${comment}`, inSpace.get, inChangeRequest.get],
    [`comment delete ${comment}`, inSpace.remove, inChangeRequest.remove],
    ["comment list", inSpace.list, inChangeRequest.list],
    [`comment reply list ${comment}`, replies.list, repliesInChangeRequest.list],
  ])(
    "%s sends the first operation whose path is complete, or the last",
    async (line, ofSpace, ofChangeRequest) => {
      const sent = await Promise.all([
        read(line),
        read(line, space),
        read(`${line} --cr 3`, space),
        read(`${line} --cr 3`),
      ]);
      expect(sent.map(({ operations: [one] }) => one)).toEqual(
        [ofSpace, ofSpace, ofChangeRequest, ofSpace].map(({ operation }) => operation),
      );
    },
  );

  test("the read for the question of a command is one of its operations", async () => {
    expect((await read("space delete S1000000000000000000")).operations).toEqual([
      "deleteSpaceById",
      "getSpaceById",
    ]);
    expect((await read("space update S1000000000000000000 --emoji x")).operations).toEqual([
      "updateSpaceById",
    ]);
  });

  test("the fields of arguments and flags are listed, and not those of settings", async () => {
    const { command, fields } = await read("tome spaces update Guide --title A --no-emoji", space);
    expect([command, fields]).toEqual(["space update", ["spaceId", "title", "emoji"]]);
    expect((await read("page list", space)).fields).toEqual([]);
  });

  test.each<[line: string, lookups: string[]]>([
    ["space get Guide", ["listSpacesInOrganizationById"]],
    ["space get S1000000000000000000", []],
    ["space get id:guide", []],
    ["cr get 3 --space Guide", ["listSpacesInOrganizationById"]],
    ["cr get Typos --space S1000000000000000000", ["listChangeRequestsForSpace"]],
    ["space list --org Acme", ["listOrganizationsForAuthenticatedUser"]],
    ["page get intro --space Guide", ["listPages", "listSpacesInOrganizationById"]],
    // Several values of one kind need one list.
    ["space delete Guide Manual", ["listSpacesInOrganizationById"]],
  ])("%s looks up names in %j", async (line, lookups) => {
    expect((await read(line)).lookups.toSorted()).toEqual(lookups.toSorted());
  });

  test.each([
    ["", "tome is incomplete. Add a verb.", "tome --help"],
    ["tome", "tome is incomplete. Add a verb.", "tome --help"],
    ["space", "tome space is incomplete. Add a verb.", "tome space --help"],
    ["site section", "tome site section is incomplete. Add a verb.", "tome site section --help"],
  ])("%j is refused, because it has no verb", async (line, message, hint) => {
    const words = line === "" ? [] : line.split(" ");
    const error = await buildOperations(words, createPartial<ResolvedSettings>({})).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message, hint });
  });

  test("a custom command has all its operations", async () => {
    const { operations, fields } = await read("team add Writers ada@example.com", space);
    expect(operations.length).toBeGreaterThan(0);
    expect(fields.length).toBeGreaterThan(0);
  });
});

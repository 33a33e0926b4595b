import { beforeAll, expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { sample } from "../../../support/generators/amount.ts";
import { type Desk, openDesk } from "../../../support/organizations/changes.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  const { db, now } = desk.workspace;
  await db
    .insertInto("webhooks")
    .values({
      ...{ id: "w", organization_id: desk.org, url: "https://hooks.example.com", active: 1 },
      ...{ events: '["change_request.opened"]', secret: "", previous_secrets: "[]" },
      ...{ principal: JSON.stringify({ kind: "user", user: desk.admin }), problem: null },
      ...{ created_at: now.toISOString(), updated_at: null },
    })
    .execute();
});

type Status = "draft" | "open" | "archived" | "merged";
const description = parseMarkdown("Why.\n");

test.each(
  sample<[Status, object, object | 409, boolean]>(
    [
      ["draft", {}, {}, false],
      ["draft", { subject: "Subject" }, {}, false],
      ["draft", { subject: "Other" }, { subject: "Other" }, false],
      ["draft", { description }, { description }, false],
      ["draft", { status: "draft" }, {}, false],
      ["draft", { status: "open" }, { status: "open" }, true],
      ["draft", { status: "archived" }, { status: "archived" }, false],
      ["open", { status: "open" }, {}, false],
      ["open", { status: "draft" }, { status: "draft" }, false],
      ["open", { subject: "Other", status: "open" }, { subject: "Other" }, false],
      ["archived", { status: "archived" }, {}, false],
      ["archived", { subject: "Subject" }, {}, false],
      ["archived", { subject: "Other" }, 409, false],
      ["archived", { subject: "Other", status: "archived" }, 409, false],
      ["archived", { status: "open" }, { status: "open" }, true],
      [
        "archived",
        { subject: "Other", status: "draft" },
        { subject: "Other", status: "draft" },
        false,
      ],
      ["merged", { subject: "Subject" }, {}, false],
      ["merged", { subject: "Other" }, 409, false],
      ["merged", { status: "open" }, 409, false],
    ],
    8,
  ),
)(
  "a change request with the status %s and the update %o",
  async (status, update, expected, isOpened) => {
    const { workspace, admin, spaceId } = desk;
    const { db } = workspace;
    const [id, other] = [await desk.begin("Subject"), await desk.begin("Subject")];
    await db.updateTable("change_requests").set({ status }).where("id", "=", id).execute();
    await db.deleteFrom("webhook_deliveries").execute();
    const read = (one: string) =>
      db.selectFrom("change_requests").selectAll().where("id", "=", one).executeTakeFirstOrThrow();
    const [before, otherBefore] = [await read(id), await read(other)];
    workspace.passDays(1);
    const input = { spaceId, changeRequestId: id, ...update };
    const answer = await workspace.ask(admin, cr.update, input as never);
    expect(answer.status).toBe(expected === 409 ? 409 : 200);
    const changes =
      expected === 409
        ? {}
        : {
            ...expected,
            ...("description" in expected && { description: JSON.stringify(description) }),
          };
    const isChanged = Object.keys(changes).length > 0;
    expect(await read(id)).toEqual({
      ...before,
      ...changes,
      ...(isChanged && { updated_at: workspace.now.toISOString() }),
    });
    expect(await read(other)).toEqual(otherBefore);
    const deliveries = await db.selectFrom("webhook_deliveries").select("payload").execute();
    expect(deliveries.map(({ payload }) => JSON.parse(payload).data.changeRequest.id)).toEqual(
      isOpened ? [id] : [],
    );
  },
);

test("a refused update names the status or the change", async () => {
  const { workspace, admin, spaceId } = desk;
  const id = await desk.begin("Subject");
  await desk.merge(id);
  const refuse = async (update: object) => {
    const input = { spaceId, changeRequestId: id, ...update };
    return (await workspace.refused(admin, cr.update, input as never)).message;
  };
  expect(await refuse({ subject: "Other" })).toMatch(/Changing it/);
  expect(await refuse({ status: "open" })).toMatch(/Changing the status to open/);
});

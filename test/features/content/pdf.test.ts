/** PDFs, shown or saved. */
import { describe, expect, test } from "vitest";
import { printChangeRequest, printSpace } from "../../../src/features/content/pdf.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

const url = "https://files.example/a.pdf";

/** A platform that answers with this value, and the saved files. */
async function open(value: unknown) {
  const saved: unknown[] = [];
  const downloaded: string[] = [];
  const { context, sent } = openScriptedContext({
    answer: () => value,
    more: {
      saveFile: async (...file: readonly unknown[]) => void saved.push(file),
    },
  });
  const client = await context.client();
  const download = async (address: string) => {
    downloaded.push(address);
    return Buffer.from("%PDF");
  };
  return {
    context: { ...context, client: async () => ({ ...client, download }) },
    sent,
    saved,
    downloaded,
  };
}

const columns = [{ header: "URL", path: "url", as: "address" }];

describe("a PDF", () => {
  test("of a space or a change request is shown as its URL", async () => {
    const { context, sent, saved, downloaded } = await open({ url });
    expect(await printSpace(context, { spaceId: "S1" })).toEqual({ record: { url }, columns });
    const changeRequest = { spaceId: "S1", changeRequestId: "C1", page: "P1", only: true };
    expect(await printChangeRequest(context, changeRequest)).toEqual({ record: { url }, columns });
    expect(sent).toEqual([
      "GET /spaces/S1/pdf",
      "GET /spaces/S1/change-requests/C1/pdf?page=P1&only=true",
    ]);
    expect([saved, downloaded]).toEqual([[], []]);
  });

  test.each([
    [{}, false],
    [{ force: false }, false],
    [{ force: true }, true],
  ])("is saved with %j", async (flags, replaces) => {
    const { context, sent, saved, downloaded } = await open({ url });
    expect(await printSpace(context, { spaceId: "S1", save: "a.pdf", ...flags })).toEqual({
      done: "Saved a.pdf (4 bytes).",
      record: { file: "a.pdf", size: 4 },
    });
    expect(sent).toEqual(["GET /spaces/S1/pdf"]);
    expect(downloaded).toEqual([url]);
    expect(saved).toEqual([["a.pdf", Buffer.from("%PDF"), replaces]]);
  });

  test.each([{}, { save: "a.pdf" }])("without a URL is an error with %j", async (flags) => {
    const { context, saved } = await open({ url: null });
    await expect(printSpace(context, { spaceId: "S1", ...flags })).rejects.toMatchObject({
      status: 502,
      message: "The platform returned no download URL for the PDF.",
    });
    expect(saved).toEqual([]);
  });

  test("is not requested with --force alone", async () => {
    const { context, sent } = await open({ url });
    await expect(printSpace(context, { spaceId: "S1", force: true })).rejects.toThrow(
      "--force requires --save <file>.",
    );
    expect(sent).toEqual([]);
  });
});

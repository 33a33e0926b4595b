import { expect, test } from "vitest";
import { showDownload } from "../../../src/features/files/download.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

interface Options {
  readonly isAddressAlone?: true;
  readonly record: Readonly<Record<string, string>>;
  readonly save?: string;
  readonly force?: boolean;
}

async function run({ isAddressAlone, record, ...flags }: Options) {
  const saved: unknown[] = [];
  const { context } = openScriptedContext({
    more: { saveFile: async (...parts: readonly unknown[]) => void saved.push(parts) },
  });
  const client = await context.client();
  const download = async (url: string) => Buffer.from(`bytes of ${url}`);
  const show = showDownload<object>(
    { address: "url", called: "the PDF", columns: [], ...(isAddressAlone && { isAddressAlone }) },
    async () => ({ value: record }),
  );
  const result = await show(
    { ...context, client: async () => ({ ...client, download }) },
    flags,
  ).catch((error: unknown) => error);
  return { result, saved };
}

const missing = { status: 502, message: "The platform returned no download URL for the PDF." };

test.each<[Options, object, readonly unknown[]]>([
  [{ record: { url: "u" } }, { record: { url: "u" } }, []],
  [{ record: {} }, { record: {} }, []],
  [{ record: { url: "u" }, isAddressAlone: true }, { record: { url: "u" } }, []],
  [{ record: {}, isAddressAlone: true }, missing, []],
  [{ record: {}, save: "f" }, missing, []],
  [{ record: { url: "u" }, force: true }, { message: "--force requires --save <file>." }, []],
  [
    { record: { url: "u" }, save: "f" },
    { done: "Saved f (10 bytes).", record: { file: "f", size: 10 } },
    ["f", false],
  ],
  [{ record: { url: "u" }, save: "f", force: true }, { done: "Saved f (10 bytes)." }, ["f", true]],
  [
    { record: { url: "u" }, save: "f", force: false, isAddressAlone: true },
    { done: "Saved f (10 bytes)." },
    ["f", false],
  ],
])("a download with %j", async (options, expected, files) => {
  const { result, saved } = await run(options);
  expect(result).toMatchObject(expected);
  expect(saved).toEqual(
    files.length === 0 ? [] : [[files[0], Buffer.from("bytes of u"), files[1]]],
  );
});

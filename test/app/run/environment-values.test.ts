import { writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  readInteger,
  readSecret,
  readSecretFile,
} from "../../../src/app/run/environment-values.ts";

const limits = { minimum: 1, maximum: 64 };

test.each(["0", "65", "1.5", "four", " 4 4"])("refuses %j with the limits", (text) => {
  expect(() => readInteger({ COUNT: text }, "COUNT", limits)).toThrow(
    `COUNT must be an integer from 1 to 64, not ${JSON.stringify(text)}.`,
  );
});

test("an empty variable counts as missing", async () => {
  expect(readInteger({ COUNT: "64" }, "COUNT", limits)).toBe(64);
  expect(readInteger({ COUNT: "1" }, "COUNT", limits)).toBe(1);
  expect(readInteger({ COUNT: "" }, "COUNT", limits)).toBeUndefined();
  expect(await readSecret({ KEY: "", KEY_FILE: "" }, "KEY")).toBeUndefined();
  expect(await readSecret({ KEY: "secret" }, "KEY")).toBe("secret");
  expect(await readSecretFile({ KEY_FILE: "" }, "KEY_FILE")).toBeUndefined();
  expect(await readSecretFile({}, "KEY_FILE")).toBeUndefined();
});

test("reads a secret from a file, but not from both", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "tome-values-")), "key");
  writeFileSync(file, "s3cret\n");
  expect(await readSecret({ KEY_FILE: file }, "KEY")).toBe("s3cret");
  await expect(readSecret({ KEY: "a", KEY_FILE: file }, "KEY")).rejects.toThrow(
    "KEY and KEY_FILE are both set. Unset one of them.",
  );
  await expect(readSecret({ KEY_FILE: `${file}.gone` }, "KEY")).rejects.toThrow(
    "The file in KEY_FILE cannot be read",
  );
});

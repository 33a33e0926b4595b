/** The storage of a token when no keyring is available. */
import { describe, expect, test } from "vitest";
import { createTokenStore } from "../../src/settings/token-store.ts";
import { slowTest } from "../support/generators/amount.ts";
import { content, freshFolder, put } from "./fresh-folder.ts";

const origin = "https://api.example.com";

/** A store whose keyring cannot be reached. */
function openStore(entry: unknown) {
  const folder = freshFolder();
  if (entry !== undefined) put(folder, "tokens.json", { work: { [origin]: entry } });
  const env = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere", XDG_RUNTIME_DIR: "/nowhere" };
  const read = () => content(folder, "tokens.json");
  return { store: createTokenStore(folder, "work", env), read };
}

describe("a token that the keyring does not store", () => {
  const both = { token: "new", keyring: true };

  test.each([
    ["without a token before", undefined, "new"],
    ["after a token in the file", "old", "new"],
    // Otherwise, a logout would leave the earlier token in the keyring.
    ["after a token in the keyring", { keyring: true }, both],
    ["after a token in both", { token: "old", keyring: true }, both],
  ])("is in the file %s", async (_, before, after) => {
    const { store, read } = openStore(before);
    const { storage, warning } = await store.set(origin, "new", "either");
    expect(storage).toContain("tokens.json");
    expect(warning).toContain("so the token is stored in the file");
    expect(read()).toEqual({ work: { [origin]: after } });
    expect((await store.get(origin))?.value).toBe("new");
    const { removed, left } = await store.remove(origin);
    expect(removed).toEqual([storage]);
    expect(left !== undefined).toBe(after === both);
    expect(read()).toEqual(after === both ? { work: { [origin]: { keyring: true } } } : {});
  });

  for (const before of [undefined, "old", { keyring: true }, both]) {
    const testEntry = before === both ? test : slowTest;
    const entry = JSON.stringify(before);
    testEntry(
      `is refused if only the keyring is allowed, and the entry ${entry} stays`,
      async () => {
        const { store, read } = openStore(before);
        await expect(store.set(origin, "new", "keyring")).rejects.toThrow(
          "The token was not stored",
        );
        expect(read()).toEqual(before === undefined ? {} : { work: { [origin]: before } });
      },
    );
  }
});

test("a token that was removed or replaced is not returned any more", async () => {
  const { store } = openStore("old");
  expect((await store.get(origin))?.value).toBe("old");
  await store.set(`${origin}/prefix`, "new", "file");
  expect((await store.get(origin))?.value).toBe("new");
  expect(await store.remove(origin)).toMatchObject({ left: undefined });
  expect(await store.get(origin)).toBeUndefined();
  expect([store.origins(), store.storages(origin)]).toEqual([[], []]);
});

test.each(["0", "0.5", "601", "-1", "soon", "1e9"])(
  "the time limit %s of the keyring is refused, and no keyring is asked",
  async (limit) => {
    const folder = freshFolder();
    put(folder, "tokens.json", { work: { [origin]: { keyring: true } } });
    const env = {
      DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere",
      TOME_KEYRING_TIMEOUT: limit,
    };
    await expect(createTokenStore(folder, "work", env).get(origin)).rejects.toThrow(
      `TOME_KEYRING_TIMEOUT must be a number of seconds from 1 to 600, not "${limit}"`,
    );
  },
);

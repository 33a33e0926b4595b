/** Keeps secrets at rest: sealed with a key that lies beside the data and not in it. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { join } from "node:path";
import { readPrivateFile, writePrivateFile } from "./private-files.ts";

const keyFile = "secrets.key";
const algorithm = "aes-256-gcm";
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16];

export interface SecretBox {
  /**
   * @param place what the secret is and belongs to; it can be opened under no other one, so that a
   * sealed text that was moved to another row is worth nothing there
   */
  readonly seal: (secret: string, place: string) => Promise<string>;
  /** @throws an error for what was changed, moved, or sealed with another key */
  readonly open: (sealed: string, place: string) => Promise<string>;
}

/**
 * The key of a folder is read or made when it is first needed, so that opening data writes nothing.
 * @param source the folder, or the key itself; absent for data in memory, whose key goes with the process
 */
export function openSecretBox(source: string | Buffer | undefined): SecretBox {
  let kept: Promise<Buffer> | undefined;
  const key = () => {
    kept ??=
      typeof source === "string" ? keyOf(source) : Promise.resolve(source ?? randomBytes(keyBytes));
    // A file that could not be read may be readable the next time.
    kept.catch(() => {
      kept = undefined;
    });
    return kept;
  };
  return {
    async seal(secret, place) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, await key(), nonce);
      cipher.setAAD(Buffer.from(place));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64");
    },
    async open(sealed, place) {
      const bytes = Buffer.from(sealed, "base64");
      const textStart = nonceBytes + tagBytes;
      try {
        const nonce = bytes.subarray(0, nonceBytes);
        const decipher = createDecipheriv(algorithm, await key(), nonce, {
          authTagLength: tagBytes,
        });
        decipher.setAAD(Buffer.from(place));
        decipher.setAuthTag(bytes.subarray(nonceBytes, textStart));
        const text = [decipher.update(bytes.subarray(textStart)), decipher.final()];
        return Buffer.concat(text).toString("utf8");
      } catch (cause) {
        throw new Error(
          `The secret of ${place} cannot be opened with the key of this data; give it anew.`,
          { cause },
        );
      }
    },
  };
}

async function keyOf(folder: string): Promise<Buffer> {
  const path = join(folder, keyFile);
  const text = (await readPrivateFile(path))?.trim();
  if (text === undefined) {
    const made = randomBytes(keyBytes);
    await writePrivateFile(path, `${made.toString("base64url")}\n`);
    return made;
  }
  const key = Buffer.from(text, "base64url");
  // A new one in its place would make what it sealed unreadable for good.
  if (key.length !== keyBytes) {
    throw new Error(`${path} is not a key; put back the file that belongs to this data.`);
  }
  return key;
}

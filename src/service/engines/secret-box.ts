/** Encryption of secrets at rest, with a key that is stored separately from the data. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { join } from "node:path";
import { ApiError } from "../../errors.ts";
import { readPrivateFile, writePrivateFile } from "./private-files.ts";

const keyFile = "secrets.key";
const algorithm = "aes-256-gcm";
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16];

export interface SecretBox {
  /**
   * @param purpose identifies the secret; decryption requires the same purpose, so that an
   * encrypted value is useless in another row
   */
  readonly seal: (secret: string, purpose: string) => Promise<string>;
  /** @throws ApiError for a value that was changed, moved, or encrypted with another key */
  readonly open: (encrypted: string, purpose: string) => Promise<string>;
}

/**
 * The key of a folder is read or created when it is first needed, so that opening data writes
 * nothing.
 * @param source the folder, or the key itself; absent for in-memory data, whose key exists only in
 * the process
 */
export function openSecretBox(source: string | Buffer | undefined): SecretBox {
  let cachedKey: Promise<Buffer> | undefined;
  const key = () => {
    cachedKey ??=
      typeof source === "string"
        ? loadKey(source)
        : Promise.resolve(source ?? randomBytes(keyBytes));
    // A file that cannot be read now may be readable later.
    cachedKey.catch(() => {
      cachedKey = undefined;
    });
    return cachedKey;
  };
  // Decryption never writes a key.
  const hasKey = async () =>
    cachedKey !== undefined ||
    typeof source !== "string" ||
    (await readPrivateFile(join(source, keyFile))) !== undefined;
  return {
    async seal(secret, purpose) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, await key(), nonce);
      cipher.setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64");
    },
    async open(encrypted, purpose) {
      const bytes = Buffer.from(encrypted, "base64");
      const textStart = nonceBytes + tagBytes;
      try {
        if (!(await hasKey())) throw new Error("This data has no encryption key yet.");
        const nonce = bytes.subarray(0, nonceBytes);
        const decipher = createDecipheriv(algorithm, await key(), nonce, {
          authTagLength: tagBytes,
        });
        decipher.setAAD(Buffer.from(purpose));
        decipher.setAuthTag(bytes.subarray(nonceBytes, textStart));
        const text = [decipher.update(bytes.subarray(textStart)), decipher.final()];
        return Buffer.concat(text).toString("utf8");
      } catch {
        // The data was imported from another installation, whose key is not in an export.
        throw new ApiError(
          409,
          `The secret of ${purpose} cannot be decrypted with the key of this data. Enter it again.`,
        );
      }
    },
  };
}

async function loadKey(folder: string): Promise<Buffer> {
  const path = join(folder, keyFile);
  const text = (await readPrivateFile(path))?.trim();
  if (text === undefined) {
    const created = randomBytes(keyBytes);
    await writePrivateFile(path, `${created.toString("base64url")}\n`);
    return created;
  }
  const key = Buffer.from(text, "base64url");
  // A new key would make values encrypted with the old one unreadable forever.
  if (key.length !== keyBytes) {
    throw new Error(`${path} is not a valid key. Restore the original file.`);
  }
  return key;
}

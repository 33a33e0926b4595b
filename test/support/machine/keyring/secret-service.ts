/** A simulated desktop keyring (org.freedesktop.secrets) with configurable failures. */
import {
  createCipheriv,
  createDecipheriv,
  getDiffieHellman,
  hkdfSync,
  randomBytes,
} from "node:crypto";
import { type Answer, type Bus, DBusFailure, openBus } from "./bus.ts";
import { type DBusMessage, Variant } from "./wire.ts";

export const behaviours = [
  "works",
  "absent",
  "locked",
  "hung",
  "in memory",
  "erring",
  "mute",
  "hangs on writing",
  "cannot delete",
  "forgets at once",
  "deaf to deletes",
] as const;
/**
 * `absent` is a bus without a keyring; `mute` is a bus that never responds; `locked` prompts a user who
 * never answers; `in memory` is a keyring without persistent storage; `forgets at once` and `deaf to
 * deletes` report success without performing the operation.
 */
export type Behaviour = (typeof behaviours)[number];

export interface SecretService extends Bus {
  /** The current behavior. */
  behave(how: Behaviour): void;
  readonly behaviour: () => Behaviour;
  /** The called methods. */
  readonly calls: readonly (string | undefined)[];
  /** The stored secrets. */
  readonly secrets: () => readonly string[];
  /** Replaces all secrets, as another program can. */
  replace(secret: string): void;
  /** Deletes all secrets, as an in-memory keyring does on reboot. */
  restart(): void;
}

interface Item {
  readonly attributes: Record<string, string>;
  secret: string;
}

const root = "/org/freedesktop/secrets";
const nothing = "/";
const collection = `${root}/collection/login`;
const session = `${root}/session/1`;
const prompt = `${root}/prompt/1`;

export async function openSecretService(first: Behaviour = "works"): Promise<SecretService> {
  let how = first;
  let key = Buffer.alloc(0);
  let count = 0;
  const items = new Map<string, Item>();
  const calls: (string | undefined)[] = [];
  const isLocked = () => how === "locked";
  const pathsWith = (wanted: object) =>
    [...items].flatMap(([path, { attributes }]) =>
      Object.entries(wanted).every(([name, value]) => attributes[name] === value) ? [path] : [],
    );
  const getSecret = (item: Item) => {
    const iv = randomBytes(16);
    const cipher = createCipheriv("aes-128-cbc", key, iv);
    return [session, iv, Buffer.concat([cipher.update(item.secret), cipher.final()]), "text/plain"];
  };

  const answers: Readonly<Record<string, (call: DBusMessage) => Answer | DBusFailure | undefined>> =
    {
      OpenSession({ body: [, theirs] }) {
        const own = getDiffieHellman("modp2");
        const mine = own.generateKeys();
        const common = own.computeSecret(Buffer.from(theirs as number[]));
        const padded = Buffer.concat([Buffer.alloc(128 - common.length), common]);
        key = Buffer.from(hkdfSync("sha256", padded, Buffer.alloc(0), "", 16));
        return { signature: "vo", body: [new Variant("ay", mine), session] };
      },
      ReadAlias: () => ({ signature: "o", body: [how === "in memory" ? nothing : collection] }),
      SearchItems({ path, body: [wanted] }) {
        const paths = pathsWith(wanted as object);
        if (path !== root) return { signature: "ao", body: [paths] };
        return { signature: "aoao", body: isLocked() ? [[], paths] : [paths, []] };
      },
      Unlock: ({ body: [paths] }) =>
        isLocked()
          ? { signature: "aoo", body: [[], prompt] }
          : { signature: "aoo", body: [paths, nothing] },
      // The user does not answer the prompt.
      Prompt: () => ({}),
      CreateCollection: () => ({ signature: "oo", body: [nothing, prompt] }),
      CreateItem({ body: [properties, secret] }) {
        if (how === "hangs on writing") return undefined;
        const { "org.freedesktop.Secret.Item.Attributes": attributes } = properties as Record<
          string,
          Record<string, string>
        >;
        const [, iv, value] = secret as [string, number[], number[]];
        const decipher = createDecipheriv("aes-128-cbc", key, Buffer.from(iv));
        const text = Buffer.concat([
          decipher.update(Buffer.from(value)),
          decipher.final(),
        ]).toString();
        for (const path of pathsWith(attributes ?? {})) items.delete(path);
        count += 1;
        const path = `${collection}/${count}`;
        if (how !== "forgets at once")
          items.set(path, { attributes: attributes ?? {}, secret: text });
        return { signature: "oo", body: [path, nothing] };
      },
      GetSecret({ path = "" }) {
        const item = items.get(path);
        return item && { signature: "(oayays)", body: [getSecret(item)] };
      },
      GetSecrets({ body: [paths] }) {
        const all = (paths as string[]).flatMap((path) => {
          const item = items.get(path);
          return item === undefined ? [] : [[path, getSecret(item)]];
        });
        return { signature: "a{o(oayays)}", body: [Object.fromEntries(all)] };
      },
      Delete({ path = "" }) {
        if (how === "cannot delete") return failure("the disk is read-only");
        if (how !== "deaf to deletes") items.delete(path);
        return { signature: "o", body: [nothing] };
      },
      Get({ path = "", body: [, name] }) {
        if (name === "Locked") return { signature: "v", body: [new Variant("b", isLocked())] };
        if (name === "Label") return { signature: "v", body: [new Variant("s", "login")] };
        if (name === "Collections") {
          return {
            signature: "v",
            body: [new Variant("ao", how === "in memory" ? [] : [collection])],
          };
        }
        const attributes = items.get(path)?.attributes ?? {};
        return { signature: "v", body: [new Variant("a{ss}", attributes)] };
      },
    };

  const bus = await openBus((call) => {
    calls.push(call.member);
    if (how === "hung") return undefined;
    if (how === "absent") {
      return new DBusFailure(
        "org.freedesktop.DBus.Error.ServiceUnknown",
        "The name org.freedesktop.secrets was not provided by any .service files",
      );
    }
    if (how === "erring") return failure("out of cheese");
    const answer = answers[call.member ?? ""];
    return answer === undefined ? {} : answer(call);
  }, first !== "mute");
  return {
    ...bus,
    calls,
    behave(next) {
      how = next;
    },
    behaviour: () => how,
    secrets: () => [...items.values()].map(({ secret }) => secret),
    replace(secret) {
      for (const item of items.values()) item.secret = secret;
    },
    restart: () => items.clear(),
  };
}

function failure(words: string): DBusFailure {
  return new DBusFailure("org.freedesktop.DBus.Error.Failed", words);
}

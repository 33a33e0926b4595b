/** Which names of files mean one place below a folder, on every system. */
import { UsageError } from "../errors.ts";

const longestPart = 255;
const longestName = 1024;
const deepest = 32;

/** Names that Windows gives to devices, in every folder and with every ending. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(\.|$)/i;

/** @throws UsageError for the first name that is unsafe, or that another one cannot be told from */
export function refuseUnsafeNames(names: readonly string[]): void {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const name of names) {
    const fault = faultOf(name);
    if (fault !== undefined) throw unsafe(name, fault);
    const parts = name.split("/");
    const known = alike(name);
    const other = files.get(known) ?? folders.get(known);
    if (other !== undefined)
      throw unsafe(name, `is the same place as ${quoted(other)} on some systems`);
    files.set(known, name);
    for (let end = 1; end < parts.length; end++) {
      const folder = alike(parts.slice(0, end).join("/"));
      const file = files.get(folder);
      if (file !== undefined) throw unsafe(name, `needs a folder where ${quoted(file)} is a file`);
      folders.set(folder, name);
    }
  }
}

/** @returns what is wrong with it, to follow the name; undefined where nothing is */
function faultOf(name: string): string | undefined {
  const parts = name.split("/");
  if (name === "" || parts.includes("")) return "has an empty part";
  if (name.length > longestName) return `is longer than ${longestName} characters`;
  if (parts.length > deepest) return `is deeper than ${deepest} folders`;
  for (const part of parts) {
    const fault = partFault(part);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function partFault(part: string): string | undefined {
  if (part === "." || part === "..") return "leads to another folder";
  if (/[\\:]/.test(part)) return "has a \\ or :, which lead elsewhere on Windows";
  if (/[<>"|?*]/.test(part)) return "has a character that Windows does not allow";
  // Control characters, halves of pairs, and what is not seen or turns the text around.
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(part)) return "has a character that cannot be seen";
  if (/[. ]$/.test(part)) return "has a part that ends with a dot or space, which Windows drops";
  if (devices.test(part)) return "is the name of a device on Windows";
  if (/^(\.git|git~\d)$/i.test(part)) return "leads into the workings of a git repository";
  if (Buffer.byteLength(part) > longestPart) return `has a part of more than ${longestPart} bytes`;
  return undefined;
}

/** One text for all names that some system takes for one: case and composed letters. */
function alike(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

function unsafe(name: string, fault: string): UsageError {
  return new UsageError(`The file name ${quoted(name)} ${fault}; nothing was written.`);
}

function quoted(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
}

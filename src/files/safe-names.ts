/**
 * Names of files that are safe on every system: those that somebody else chose are refused, or made
 * safe where tome chooses them.
 */

import { UsageError } from "../errors.ts";
import { trimEndWhere, trimStartWhere } from "../json/trimming.ts";

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
    const fault = findFault(name);
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

/** @returns what is wrong with it, to follow the name; undefined if nothing is */
function findFault(name: string): string | undefined {
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
  // Control characters, halves of pairs, and characters that are invisible or reverse the text.
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(part)) return "has a character that cannot be seen";
  if (/[. ]$/.test(part)) return "has a part that ends with a dot or space, which Windows drops";
  if (devices.test(part)) return "is the name of a device on Windows";
  if (/^(\.git|git~\d)$/i.test(part)) return "leads into the workings of a git repository";
  if (Buffer.byteLength(part) > longestPart) return `has a part of more than ${longestPart} bytes`;
  return undefined;
}

/** The same text for all names that are the same file on some system: case and composed letters. */
function alike(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

function unsafe(name: string, fault: string): UsageError {
  return new UsageError(`The file name ${quoted(name)} ${fault}; nothing was written.`);
}

function quoted(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
}

/** Gives the things in one folder names of their own, whatever they are called. */
export interface FreeNames {
  /**
   * @param wanted the name before its ending, as somebody chose it
   * @param ending also kept free is the name without it, for a folder of the same name
   * @param otherwise the name if nothing of the wanted one is left; safe as it is
   * @returns the name before its ending
   */
  readonly take: (wanted: string, ending: string, otherwise: string) => string;
}

/** In characters: names with endings and numbers stay below what systems allow. */
const longestStem = 60;

export function openNames(): FreeNames {
  const taken = new Set<string>();
  return {
    take(wanted, ending, otherwise) {
      const stem = safeStem(wanted, ending) ?? otherwise;
      for (let number = 1; ; number++) {
        const free = number === 1 ? stem : `${stem}-${number}`;
        const names = [alike(free), alike(free + ending)];
        if (names.some((name) => taken.has(name))) continue;
        for (const name of names) taken.add(name);
        return free;
      }
    },
  };
}

/** @returns undefined if it cannot be made safe */
function safeStem(wanted: string, ending: string): string | undefined {
  const isSkipped = (unit: number) => unit === 0x20 || unit === 0x2e;
  const safe = wanted.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}._+ ()-]/gu, "-");
  const plain = trimStartWhere(trimEndWhere(safe, isSkipped), isSkipped);
  const stem = trimEndWhere([...plain].slice(0, longestStem).join(""), isSkipped);
  if (!/[\p{L}\p{N}]/u.test(stem)) return undefined;
  return (partFault(stem) ?? partFault(stem + ending)) ? undefined : stem;
}

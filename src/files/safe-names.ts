/**
 * File names that are safe on every system. Names from other sources are refused, or converted
 * where tome chooses the name.
 */

import { UsageError } from "../errors.ts";
import { trimEndWhere, trimStartWhere } from "../json/trim.ts";

const longestPart = 255;
const longestName = 1024;
const deepest = 32;

/** Device names of Windows, which are reserved in every folder and with every extension. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(\.|$)/i;

/** @throws UsageError for the first name that is unsafe or collides with another one */
export function refuseUnsafeNames(names: readonly string[]): void {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const name of names) {
    const fault = findFault(name);
    if (fault !== undefined) throw createUnsafeNameError(name, fault);
    const parts = name.split("/");
    const known = toComparableName(name);
    const other = files.get(known) ?? folders.get(known);
    if (other !== undefined)
      throw createUnsafeNameError(name, `collides with ${quoteName(other)} on some systems`);
    files.set(known, name);
    for (let end = 1; end < parts.length; end++) {
      const folder = toComparableName(parts.slice(0, end).join("/"));
      const file = files.get(folder);
      if (file !== undefined)
        throw createUnsafeNameError(
          name,
          `requires a folder with the name of the file ${quoteName(file)}`,
        );
      folders.set(folder, name);
    }
  }
}

/** @returns the problem, as a clause that follows the name; undefined if there is none */
function findFault(name: string): string | undefined {
  const parts = name.split("/");
  if (name === "" || parts.includes("")) return "has an empty part";
  if (name.length > longestName) return `is longer than ${longestName} characters`;
  if (parts.length > deepest) return `is nested deeper than ${deepest} folders`;
  for (const part of parts) {
    const fault = findPartFault(part);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Whether every system can store a file or folder with the name. */
export function isSafeName(part: string): boolean {
  return part !== "" && !part.includes("/") && findPartFault(part) === undefined;
}

function findPartFault(part: string): string | undefined {
  if (part === "." || part === "..") return "leads to another folder";
  if (/[\\:]/.test(part)) return "contains \\ or :, which have a special meaning on Windows";
  if (/[<>"|?*]/.test(part)) return "contains a character that Windows does not allow";
  // Control characters, lone surrogates, and characters that are invisible or reverse the text.
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(part)) return "contains an invisible character";
  if (/[. ]$/.test(part))
    return "contains a part that ends with a dot or space, which Windows removes";
  if (devices.test(part)) return "is a reserved device name on Windows";
  if (/^(\.git|git~\d)$/i.test(part)) return "is inside the .git folder of a repository";
  if (Buffer.byteLength(part) > longestPart)
    return `contains a part of more than ${longestPart} bytes`;
  return undefined;
}

/** The same text for all names that denote the same file on some system: case and composed letters. */
function toComparableName(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

function createUnsafeNameError(name: string, fault: string): UsageError {
  return new UsageError(`The file name ${quoteName(name)} ${fault}. Nothing was written.`);
}

function quoteName(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
}

/** Assigns unique names to the files in one folder. */
export interface SafeNames {
  /**
   * @param wanted the preferred name without its extension, from another source
   * @param ending the extension; the name without it stays free too, for a folder
   * @param otherwise the fallback if no character of the preferred name is usable; safe as it is
   * @returns the name without its extension
   */
  readonly take: (wanted: string, ending: string, otherwise: string) => string;
}

/** In characters; names with extensions and numbers stay below the limits of systems. */
const longestStem = 60;

export function openNames(): SafeNames {
  const taken = new Set<string>();
  return {
    take(wanted, ending, otherwise) {
      const stem = makeSafeStem(wanted, ending) ?? otherwise;
      for (let number = 1; ; number++) {
        const free = number === 1 ? stem : `${stem}-${number}`;
        const names = [toComparableName(free), toComparableName(free + ending)];
        if (names.some((name) => taken.has(name))) continue;
        for (const name of names) taken.add(name);
        return free;
      }
    },
  };
}

/** @returns undefined if it cannot be made safe */
function makeSafeStem(wanted: string, ending: string): string | undefined {
  const isSkipped = (unit: number) => unit === 0x20 || unit === 0x2e;
  const safe = wanted.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}._+ ()-]/gu, "-");
  const plain = trimStartWhere(trimEndWhere(safe, isSkipped), isSkipped);
  const stem = trimEndWhere([...plain].slice(0, longestStem).join(""), isSkipped);
  if (!/[\p{L}\p{N}]/u.test(stem)) return undefined;
  return (findPartFault(stem) ?? findPartFault(stem + ending)) ? undefined : stem;
}

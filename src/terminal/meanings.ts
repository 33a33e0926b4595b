/** What the values of the platform say of a thing: the one table that colours are taken from. */

/** It is well; it waits or is locked; it has failed or is broken. */
export type Meaning = "good" | "waiting" | "bad";

/** Values that are not here have no colour: who sees a space, or what was merged, is neither good nor bad. */
const meanings: Readonly<Record<string, Meaning>> = {
  active: "good",
  approved: "good",
  complete: "good",
  completed: "good",
  done: "good",
  ok: "good",
  open: "good",
  success: "good",
  "changes-requested": "waiting",
  draft: "waiting",
  "in-review": "waiting",
  locked: "waiting",
  paused: "waiting",
  pending: "waiting",
  progress: "waiting",
  running: "waiting",
  unknown: "waiting",
  broken: "bad",
  disabled: "bad",
  dropped: "bad",
  ended: "bad",
  expired: "bad",
  failed: "bad",
  failure: "bad",
  rejected: "bad",
};

/** The meaning of a status, a state or an edit mode, if it has one. */
export function findColorMeaning(value: string): Meaning | undefined {
  return Object.hasOwn(meanings, value) ? meanings[value] : undefined;
}

/** Whether a text is an id, which tells people little: 20 letters and digits, or a UUID. */
export function isIdText(text: string): boolean {
  return /^(?=.*\d)(?:[A-Za-z\d]{20}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.test(text);
}

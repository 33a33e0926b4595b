/** Meaning of the platform's values: the only table that colors are based on. */
import { findOwn } from "../../json/own-members.ts";

/** Healthy; waiting or locked; failed or broken. */
export type Meaning = "good" | "waiting" | "bad";

/** Other values have no color: visibility, or a merged state, is neither good nor bad. */
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
  return findOwn(meanings, value);
}

/** Whether a text is an id of little use to readers: 20 letters and digits, or a UUID. */
export function isIdText(text: string): boolean {
  return /^(?=.*\d)(?:[A-Za-z\d]{20}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.test(text);
}

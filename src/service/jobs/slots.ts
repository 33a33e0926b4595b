/**
 * Slots of long jobs. Organizations take turns, and within an organization its principals, so that
 * no principal waits behind the queue of another. No organization and no principal gets all slots,
 * so that a slow remote does not block the jobs of others.
 */

export const defaultSlots = 4;
/** The number of deliveries of a kind at a time; they wait for other programs and compute little. */
export const deliverySlots = 16;

/** The organization and principal of a job with a slot. */
export interface SlotHolder {
  /** Null for jobs of the platform and of earlier versions. */
  readonly organization_id: string | null;
  readonly concurrency_key: string;
}

/** The waiting jobs of a principal in an organization. */
export interface SlotGroup extends SlotHolder {
  /** The time at which the first of them is due. */
  readonly run_at: string;
}

export interface Slots {
  readonly areTaken: () => boolean;
  /**
   * @returns the next group in turn among those that are due, or else the first to be due; absent
   * if none may start
   */
  readonly choose: <Group extends SlotGroup>(
    groups: readonly Group[],
    now: string,
  ) => Group | undefined;
  /** @returns a function that releases the slot */
  readonly take: (holder: SlotHolder) => () => void;
}

/** With more entries, the oldest turns are forgotten, which has the same effect as no turn. */
const maximumTurns = 10_000;

/** @param total the number of jobs that run at a time, at least 1 */
export function createSlots(total: number): Slots {
  const running = new Map<string, number>();
  /** The sequence number of the last turn, by organization and by principal. */
  const turns = new Map<string, number>();
  let turn = 0;
  let usedSlots = 0;

  /** A single slot cannot be divided; only turns apply. */
  const maximumOfOrganization = Math.max(1, total - 1);
  const maximumOfPrincipal = Math.max(1, Math.floor(total / 2));
  const organizationKey = ({ organization_id }: SlotHolder) => `organization ${organization_id}`;
  const turnKey = (holder: SlotHolder) => `${organizationKey(holder)} ${holder.concurrency_key}`;
  const count = (key: string) => running.get(key) ?? 0;
  const lastTurn = (key: string) => turns.get(key) ?? 0;

  function mayBegin(holder: SlotHolder): boolean {
    return (
      count(organizationKey(holder)) < maximumOfOrganization &&
      count(holder.concurrency_key) < maximumOfPrincipal
    );
  }

  function noteTurn(key: string): void {
    turns.delete(key);
    turns.set(key, ++turn);
    const [oldest] = turns.keys();
    if (turns.size > maximumTurns && oldest !== undefined) turns.delete(oldest);
  }

  function change(key: string, difference: 1 | -1): void {
    const newCount = count(key) + difference;
    if (newCount > 0) running.set(key, newCount);
    else running.delete(key);
  }

  return {
    areTaken: () => usedSlots >= total,
    choose(groups, now) {
      if (usedSlots >= total) return undefined;
      const possible = groups.filter(mayBegin);
      const due = possible.filter(({ run_at }) => run_at <= now);
      const byTime = (one: SlotGroup, other: SlotGroup) => compareTexts(one.run_at, other.run_at);
      if (due.length === 0) return possible.toSorted(byTime)[0];
      return due.toSorted(
        (one, other) =>
          lastTurn(organizationKey(one)) - lastTurn(organizationKey(other)) ||
          lastTurn(turnKey(one)) - lastTurn(turnKey(other)) ||
          byTime(one, other),
      )[0];
    },
    take(holder) {
      const keys = [organizationKey(holder), holder.concurrency_key];
      usedSlots++;
      for (const key of keys) change(key, 1);
      noteTurn(organizationKey(holder));
      noteTurn(turnKey(holder));
      return () => {
        usedSlots--;
        for (const key of keys) change(key, -1);
      };
    },
  };
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** How long a deleted space is kept. */

const days = 7;

/** When a space that was deleted at `deletedAt` is removed for good. */
export function purgeTime(deletedAt: string): Date {
  return new Date(Date.parse(deletedAt) + days * 24 * 60 * 60 * 1000);
}

/** A worker script of the thread pool that takes long to load. */
const end = Date.now() + 1200;
while (Date.now() < end);

export function answer(): unknown {
  return { answered: true };
}

/** Reading of a text at the speed of its source, independently of the speed of its reader. */

/**
 * The parts of a text whose length is limited by its source. Parts that arrive between two reads are
 * joined.
 * @param produce adds the parts; its signal is aborted when reading stops
 * @throws the error of `produce`, after the parts before it
 */
export async function* readAhead(
  produce: (add: (text: string) => void, signal: AbortSignal) => Promise<void>,
  canceled: AbortSignal,
): AsyncGenerator<string, void> {
  const ended = new AbortController();
  let unread = "";
  let isComplete = false;
  let failure: { readonly cause: unknown } | undefined;
  let wake = () => {};
  const add = (text: string) => {
    unread += text;
    wake();
  };
  const end = () => {
    isComplete = true;
    wake();
  };
  produce(add, AbortSignal.any([canceled, ended.signal])).then(end, (cause: unknown) => {
    failure = { cause };
    end();
  });
  try {
    for (;;) {
      if (unread !== "") {
        const text = unread;
        unread = "";
        yield text;
      } else if (isComplete) {
        if (failure) throw failure.cause;
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    ended.abort();
  }
}
